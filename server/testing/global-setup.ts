import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '#tools/postgres/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated, empty database that each test server clones. */
    templateDatabaseUrl: string;
    /** The folder for the files of test servers. */
    serverFolder: string;
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  const serverFolder = mkdtempSync(join(tmpdir(), 'hearth-servers-'));
  // When started by root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 300 });
  await migrate(postgres.url);
  project.provide('templateDatabaseUrl', postgres.url);
  project.provide('serverFolder', serverFolder);
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, serverFolder]) rmSync(folder, { recursive: true, force: true });
  };
}
