import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/platform/db/migrate.ts';
import { startJobs } from '#server/platform/jobs/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from '#tools/postgres/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated, empty database that each test server clones. */
    templateDatabaseUrl: string;
    /** The folder for the files of test servers. */
    serverFolder: string;
  }
}

/** Settings of the database that save CPU time. */
const settings = [
  // The databases are small and short-lived.
  'autovacuum=off',
  // A connection plans each statement once; otherwise five more times, for the values of its first executions.
  'plan_cache_mode=force_generic_plan',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/** Starts one PostgreSQL for all projects of a run, with a template database: migrated, and with the tables of the job queue. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject();
  if (run.getProvidedContext().templateDatabaseUrl) return undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  const serverFolder = mkdtempSync(join(tmpdir(), 'hearth-servers-'));
  // When started by root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 300, settings });
  const { url } = postgres;
  await migrate(url);
  const jobs = await startJobs({ databaseUrl: url, kinds: [], work: false, log: createLog('silent') });
  await jobs.stop();
  run.provide('templateDatabaseUrl', url);
  run.provide('serverFolder', serverFolder);
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, serverFolder]) rmSync(folder, { recursive: true, force: true });
  };
}
