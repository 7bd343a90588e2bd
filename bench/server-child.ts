/* Hearth itself as the benchmarks run it: every role in one process, as in production. */
import { type RunningServer, startServer } from '#server/main.ts';
import { loadConfig } from '#server/platform/config.ts';
import { answerParent } from './child.ts';

let server: RunningServer | null = null;

const handlers = {
  async start(input: { databaseUrl: string; dataDir: string; port: number }) {
    const config = loadConfig({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(input.port),
      PUBLIC_URL: `http://127.0.0.1:${input.port}`,
      DATA_DIR: input.dataDir,
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    });
    server = await startServer({ ...config, databaseUrl: input.databaseUrl });
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
