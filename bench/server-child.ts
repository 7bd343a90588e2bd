/* Hearth itself as the benchmarks run it: every role in one process, as in production. */
import type { RunningServer } from '#server/main.ts';
import { responseParent } from './child.ts';
import { type ServerPaths, startAsInProduction } from './production-server.ts';

let server: RunningServer | null = null;

const handlers = {
  async start(input: ServerPaths) {
    server = await startAsInProduction(input);
    return { url: server.url };
  },
  /** Resident bytes, and microseconds of processor time since the process began. */
  usage() {
    const { user, system } = process.cpuUsage();
    return { rss: process.memoryUsage.rss(), cpu: user + system };
  },
};
export type ServerChild = typeof handlers;

responseParent(handlers, async () => await server?.stop());
