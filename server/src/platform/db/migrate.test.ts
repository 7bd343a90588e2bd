import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { migrate } from './migrate.ts';
import { MigrationError } from './migration-error.ts';

let database: TestDatabase;
let folder: string;
let client: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = mkdtempSync(join(tmpdir(), 'hearth-migrations-'));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const first = '00000000000010_first.sql';
const second = '20300101000000_second.sql';
const third = '20300102000000_third.sql';
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const tables = async () => {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
};
/** Expects that the database is refused with this message, and that no migration is applied. */
async function expectRefusal(message: RegExp, from?: string) {
  const before = await tables();
  const refusal = await migrate(database.url, from).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MigrationError);
  expect((refusal as MigrationError).message).toMatch(message);
  expect(await tables()).toEqual(before);
}

describe('Migrations', () => {
  it('are applied once, in the order of their names', async () => {
    write(second, 'alter table one add column b int;');
    write(first, 'create table one (a int);');
    expect(await migrate(database.url, folder)).toEqual([first, second]);
    expect(await migrate(database.url, folder)).toEqual([]);
    write(third, 'create table three (a int);');
    expect(await migrate(database.url, folder)).toEqual([third]);
    expect(await tables()).toEqual(['one', 'schema_migrations', 'three']);
  });

  it('are applied by one of several processes that start at once', async () => {
    write(first, 'create table one (a int);');
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)));
    expect(applied.flat()).toEqual([first]);
  });

  it('are rolled back one by one if they fail', async () => {
    write(first, 'create table one (a int);');
    write(second, 'create table two (a int); select 1 / 0;');
    await expect(migrate(database.url, folder)).rejects.toThrow(
      `Migration ${second} failed: division by zero`,
    );
    expect(await tables()).toEqual(['one', 'schema_migrations']);
  });
});

describe('A database is refused', () => {
  it('if a development version created it', async () => {
    await client.query(`create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
      insert into schema_migrations (name) values ('20261121000001_initial.sql'), ('20261122130200_case_resolved_by.sql')`);
    await expectRefusal(/created by a development version.*delete the folder "postgres" in DATA_DIR/);
  });

  it('if a newer version has updated it', async () => {
    write(first, 'create table one (a int);');
    write(third, 'create table three (a int);');
    await migrate(database.url, folder);
    rmSync(join(folder, third));
    write(second, 'create table two (a int);');
    await expectRefusal(/updated by a newer version of Hearth \(20300102000000_third\.sql\)/, folder);
  });

  it('if an applied migration was changed afterward', async () => {
    write(first, 'create table one (a int);');
    await migrate(database.url, folder);
    write(first, 'create table one (a int, b int);');
    write(second, 'create table two (a int);');
    await expectRefusal(/00000000000010_first\.sql was changed after this database applied it/, folder);
  });

  it('but not if only line ends differ', async () => {
    write(first, 'create table one (\na int\n);');
    await migrate(database.url, folder);
    write(first, 'create table one (\r\na int\r\n);');
    expect(await migrate(database.url, folder)).toEqual([]);
  });
});
