import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { connectionOptions } from './database.ts';

const migrationsFolder = new URL('../../../migrations/', import.meta.url);
const migrationLock = 7_301_001;

/**
 * Applies the migrations that this database doesn't have yet, oldest first, each in its own transaction. Several processes
 * may call this at once: one works, the others wait. Returns the names of the applied migrations.
 * @throws if a migration fails (that one is rolled back) or the server is older than PostgreSQL 15.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const files = (await readdir(migrationsFolder)).filter((name) => /^\d{14}_.*\.sql$/.test(name)).sort();
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
      throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}.`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz(3) not null default now())',
    );
    const applied = new Set(
      (await client.query('select name from schema_migrations')).rows.map((row) => row.name),
    );
    const fresh = files.filter((name) => !applied.has(name));
    for (const name of fresh) {
      const statements = await readFile(new URL(name, migrationsFolder), 'utf8');
      try {
        await client.query('begin');
        await client.query(statements);
        await client.query('insert into schema_migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (cause) {
        await client.query('rollback').catch(() => {});
        throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, {
          cause,
        });
      }
    }
    return fresh;
  } finally {
    await client.end();
  }
}
