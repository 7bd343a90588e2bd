import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { describeSchema } from './describe-schema.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('schema.sql', () => {
  it('creates the schema that it describes', async () => {
    const committed = readFileSync(new URL('../../../migrations/schema.sql', import.meta.url), 'utf8');
    await client.query(committed);
    expect((await describeSchema(database.url)).split('\n')).toEqual(committed.split('\n'));
    await client.query(
      `alter table uploads set (fillfactor = 90); alter table rate_limit_counters set logged;
      comment on column users.locale is 'Changed'; create type mood as enum ('good', 'bad')`,
    );
    const changed = await describeSchema(database.url);
    expect(changed).toContain(') with (fillfactor=90);');
    expect(changed).toContain('create table rate_limit_counters');
    expect(changed).toContain("comment on column users.locale is 'Changed';");
    expect(changed).toContain("create type mood as enum ('good', 'bad');");
  });

  it('refuses objects that it would leave out', async () => {
    await client.query('create view names as select 1 as name');
    await expect(describeSchema(database.url)).rejects.toThrow("schema.sql can't contain names");
  });
});

it('Every table and function has a comment', async () => {
  const migrated = new pg.Client({ connectionString: inject('templateDatabaseUrl') });
  await migrated.connect();
  const { rows } = await migrated.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and obj_description(oid, 'pg_class') is null
    union all select proname from pg_proc
    where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null
      and not exists (select from pg_depend e where e.objid = pg_proc.oid and e.deptype = 'e')`);
  await migrated.end();
  expect(rows.map(({ name }) => name)).toEqual([]);
});
