import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '#testing/server.ts';

const direct = 'hearth_without_pooler';

describe('DATABASE_DIRECT_URL', () => {
  const server = sharedServer();
  let client: pg.Client;

  beforeAll(async () => {
    client = new pg.Client(server.databaseUrl);
    await client.connect();
    await client.query(`create role ${direct} superuser login password 'secret'`);
  });
  afterAll(async () => {
    await client.query(`drop role ${direct}`);
    await client.end();
  });

  it('is used to listen and to migrate, and nothing else', async () => {
    const url = new URL(server.databaseUrl);
    url.username = direct;
    url.password = 'secret';
    const another = await server.another({ DATABASE_DIRECT_URL: url.href });
    const { rows } = await client.query<{ application_name: string }>(
      'select application_name from pg_stat_activity where usename = $1',
      [direct],
    );
    expect(rows).toEqual([{ application_name: 'hearth-listen' }]);
    await another.stop();
  });
});
