import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type RunningServer, startServer } from '#server/main.ts';
import { loadConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createTestClient, type TestClient } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestServer {
  url: string;
  databaseUrl: string;
  db: Database;
  running: RunningServer;
  /** Creates a new browser that is not signed in. */
  client(): TestClient;
  /** Starts one more process's worth of server on the same database, or on the `DATABASE_URL` given. */
  another(environment?: NodeJS.ProcessEnv): Promise<RunningServer>;
}

const defaultEnvironment = { NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', RATE_LIMITS: 'off' };

/**
 * Starts a server on a separate database for the test file that calls it. The fields are available once the tests run.
 */
export function withTestServer(environment: NodeJS.ProcessEnv = {}): TestServer {
  let database: TestDatabase;
  let dataDir: string;
  const started: RunningServer[] = [];
  const start = async (overrides: NodeJS.ProcessEnv): Promise<RunningServer> => {
    const databaseUrl = overrides.DATABASE_URL ?? database.url;
    const config = loadConfig({
      ...defaultEnvironment,
      ...environment,
      ...overrides,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    });
    const running = await startServer({ ...config, databaseUrl });
    started.push(running);
    return running;
  };
  const server = {
    client: () => createTestClient(() => server.url),
    another: (overrides: NodeJS.ProcessEnv = {}) => start(overrides),
  } as TestServer;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'hearth-server-'));
    database = await createTestDatabase();
    server.running = await start({});
    server.url = server.running.localUrl;
    server.databaseUrl = database.url;
    server.db = server.running.platform.db;
  });

  afterAll(async () => {
    for (const running of started) await running.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return server;
}
