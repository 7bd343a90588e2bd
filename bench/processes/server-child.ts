/* Hearth as the benchmarks run it: every role in one process, as in production. */
import type { RunningServer } from '#server/main.ts';
import { serveParent } from './child.ts';
import { type ServerPaths, startAsInProduction } from './production-server.ts';

let server: RunningServer | null = null;

const handlers = {
  async start(input: ServerPaths) {
    server = await startAsInProduction(input);
    return { url: server.url };
  },
  /** Returns resident memory in bytes, and CPU time in microseconds since the process started. */
  usage() {
    const { user, system } = process.cpuUsage();
    return { rss: process.memoryUsage.rss(), cpu: user + system };
  },
};
export type ServerChild = typeof handlers;

serveParent(handlers, async () => await server?.stop());
