import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { features as allFeatures } from '#server/app.ts';
import { type RunningServer, startServer } from '#server/main.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { loadConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Feature } from '#server/platform/feature.ts';
import { createTestClient, type TestClient } from './client.ts';
import { createTestDatabase } from './database.ts';
import { deleteQueuedJobs } from './queued-jobs.ts';

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

/** A server on a separate database, which can be used by several test files. */
interface StartedServer {
  databaseUrl: string;
  running: RunningServer;
  start(overrides: NodeJS.ProcessEnv): Promise<RunningServer>;
  /** Stops all servers on the database and deletes it. */
  stop(): Promise<void>;
}

const defaultEnvironment = { NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', RATE_LIMITS: 'off' };

const background = new AsyncLocalStorage<true>();
/** Whether a job that the server runs by itself is running: at any moment, whatever the test does. */
export const isInBackground = (): boolean => background.getStore() === true;

/**
 * Jobs without their schedules: what a test finds must not depend on the time of day. Tests run such jobs themselves. The runs
 * of the others are marked as background work.
 */
const withTestJobs = (features: readonly Feature[]): Feature[] =>
  features.map(({ jobs, ...feature }) => ({
    ...feature,
    ...(jobs && {
      jobs: (platform) =>
        jobs(platform).map(({ schedule: _, ...kind }) => ({
          ...kind,
          run: (...input: Parameters<typeof kind.run>) => background.run(true, () => kind.run(...input)),
        })),
    }),
  }));

async function startTestServer(
  environment: NodeJS.ProcessEnv,
  features: readonly Feature[] = allFeatures,
): Promise<StartedServer> {
  const dataDir = mkdtempSync(join(inject('serverFolder'), 'server-'));
  const database = await createTestDatabase();
  const started: RunningServer[] = [];
  const start = async (overrides: NodeJS.ProcessEnv): Promise<RunningServer> => {
    const databaseUrl = overrides.DATABASE_URL ?? database.url;
    const variables = { ...defaultEnvironment, ...environment, ...overrides };
    const config = loadConfig({ ...variables, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const running = await startServer(
      { ...config, databaseUrl },
      undefined,
      undefined,
      withTestJobs(features),
    );
    started.push(running);
    return running;
  };
  return {
    databaseUrl: database.url,
    running: await start({}),
    start,
    stop: async () => {
      for (const running of started) await running.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The databases of the servers that the running test file uses. */
export const databasesInUse = new Set<string>();
const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);

/** Returns a server whose fields `open` sets before the tests of the file run. */
function testServer(open: () => Promise<StartedServer>, close: (started: StartedServer) => Promise<void>) {
  let started: StartedServer;
  const others: RunningServer[] = [];
  const server = {
    client: () => createTestClient(() => server.url),
    another: async (overrides: NodeJS.ProcessEnv = {}) => {
      const running = await started.start(overrides);
      others.push(running);
      return running;
    },
  } as TestServer;
  beforeAll(async () => {
    started = await open();
    server.running = started.running;
    server.url = started.running.localUrl;
    server.databaseUrl = started.databaseUrl;
    databasesInUse.add(nameOf(started.databaseUrl));
    server.db = started.running.platform.db;
  });
  afterAll(async () => {
    for (const running of others) await running.stop();
    // Undefined if the server failed to start, which is reported by itself.
    if (!started) return;
    databasesInUse.delete(nameOf(started.databaseUrl));
    await close(started);
  });
  return server;
}

/** The shared servers of this worker. Modules are kept between test files, because the files aren't isolated. */
const sharedServers = new Map<boolean, Promise<StartedServer>>();

/**
 * Returns the server that the test files of a worker share, and starts it on first use. Its fields are available once the
 * tests run. Other files have left people and spaces in its database, but no queued jobs: tests create their own and look
 * only at these. With `runsJobs: false` it is a second server on its own database, where jobs stay queued and only requests
 * run statements.
 */
export function sharedServer({ runsJobs = true }: { runsJobs?: boolean } = {}): TestServer {
  const open = () => {
    const started = sharedServers.get(runsJobs) ?? startTestServer(runsJobs ? {} : { ROLE: 'web,live' });
    sharedServers.set(runsJobs, started);
    return started;
  };
  return testServer(open, async ({ running }) => {
    setClockOffset(0);
    await deleteQueuedJobs(running.platform.db);
  });
}

/**
 * Starts a server on a separate database for the test file that calls it, and stops it afterwards. It costs about a second,
 * so `reason` says why the file can't use the shared server: other settings, what its tests do to all data, or other
 * `features`.
 */
export function ownServer(
  _reason: string,
  environment: NodeJS.ProcessEnv = {},
  features?: Feature[],
): TestServer {
  return testServer(
    () => startTestServer(environment, features),
    (started) => started.stop(),
  );
}
