/* Hearth itself as the benchmarks run it: every role in one process, as in production. */
import type { RunningServer } from '#server/main.ts';
import { answerParent } from './child.ts';
import { type ServerPlace, startAsInProduction } from './production-server.ts';

let server: RunningServer | null = null;

const handlers = {
  async start(input: ServerPlace) {
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

answerParent(handlers, async () => await server?.stop());
