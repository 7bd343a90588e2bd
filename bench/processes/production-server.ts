import { type RunningServer, startServer } from '#server/main.ts';
import { loadConfig } from '#server/platform/config.ts';

export interface ServerPaths {
  databaseUrl: string;
  dataDir: string;
  port: number;
  /** Settings beside those of every benchmark, or in their place. */
  settings?: Record<string, string>;
}

/** Starts Hearth in this process with every role and production settings. */
export async function startAsInProduction({
  databaseUrl,
  dataDir,
  port,
  settings = {},
}: ServerPaths): Promise<RunningServer> {
  const config = loadConfig({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  });
  return await startServer({ ...config, databaseUrl });
}
