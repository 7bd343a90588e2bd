import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { connectionOptions } from './database.ts';
import { MigrationError } from './migration-error.ts';

const migrationsFolder = new URL('../../../migrations/', import.meta.url);
const migrationLock = 7_301_001;

interface Migration {
  name: string;
  statements: string;
  /** SHA-256 of the text, independent of the line ends of the checkout. */
  checksum: string;
}

/**
 * Applies the migrations that this database doesn't have yet, oldest first, each in its own transaction. Several processes
 * may call this at once: one works, the others wait. Returns the names of the applied migrations. `folder` is for tests.
 * @throws `MigrationError` if the database can't be used: it has migrations that this version doesn't have, one of its
 * migrations was changed afterward, or PostgreSQL is older than 15. Nothing is applied then.
 * @throws if a migration fails. That one is rolled back.
 */
export async function migrate(databaseUrl: string, folder?: string): Promise<string[]> {
  const migrations = await readMigrations(folder ? pathToFileURL(`${folder}/`) : migrationsFolder);
  const client = new pg.Client({
    ...connectionOptions(databaseUrl, 'hearth-migrate'),
    options: '-c TimeZone=UTC',
  });
  // A lost connection fails the next statement; without a listener it would crash the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const version = Number((await client.query('show server_version_num')).rows[0].server_version_num);
    if (version < 150_000)
      throw new MigrationError(
        `PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}.`,
      );
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      `create table if not exists schema_migrations
        (name text primary key, checksum text not null, applied_at timestamptz(3) not null default now());
      comment on table schema_migrations is 'Applied migrations, with the SHA-256 of their text.'`,
    );
    const applied = await readApplied(client);
    requireKnown(migrations, applied);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{14}_.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const statements = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
}

/** Returns the checksums of the applied migrations by name. Development versions didn't store them. */
async function readApplied(client: pg.Client): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    `select name, to_jsonb(m) ->> 'checksum' as checksum from schema_migrations m order by name`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function requireKnown(migrations: Migration[], applied: Map<string, string | null>): void {
  if (applied.size === 0) return;
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const [first] = migrations;
  if (first && !applied.has(first.name))
    throw new MigrationError(
      'This database was created by a development version before the first release, which has no upgrade: ' +
        'delete the folder "postgres" in DATA_DIR, or set DATABASE_URL to an empty database, and start again.',
    );
  for (const [name, checksum] of applied) {
    if (!checksums.has(name))
      throw new MigrationError(
        `This database was updated by a newer version of Hearth (${name}): ` +
          'start that version, or restore the backup from before the update.',
      );
    if (checksums.get(name) !== checksum)
      throw new MigrationError(
        `The migration ${name} was changed after this database applied it: ` +
          'restore its text and make the change in a new migration, or start with an empty database.',
      );
  }
}

async function apply(client: pg.Client, { name, statements, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(statements);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => {});
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
