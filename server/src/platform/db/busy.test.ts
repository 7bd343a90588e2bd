import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { toAppError } from '../http/http-server.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it('is answered as busy when no connection comes free in time', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 50 });
  const held = await pool.connect();
  const error = toAppError(await failureOf(pool.query('select 1')));
  expect([error.code, error.status, error.data]).toEqual(['unavailable', 503, { retry_after: 5 }]);
  held.release();
  await pool.end();
  await database.drop();
});

it('is answered as busy when nobody answers at its address', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://hearth@127.0.0.1:1/none' });
  expect(toAppError(await failureOf(pool.query('select 1'))).code).toBe('unavailable');
  await pool.end();
});

it('is no excuse for what a statement did wrong', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  expect(toAppError(await failureOf(pool.query('select nothing'))).code).toBe('internal');
  await pool.end();
  await database.drop();
});
