import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { setClockOffset } from '../clock.ts';
import { toAppError } from '../http/http-server.ts';
import { reportUnavailable, unavailableFailures, unavailableReason } from '../unavailable.ts';
import { connectionWait, createDatabase, createPool, type Database } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  setClockOffset(0);
  await database.drop();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const responseTo = (error: unknown) => {
  const { code, status, data } = toAppError(error);
  return { code, status, data };
};
/** Returns the error of a statement for which PostgreSQL itself raises this SQLSTATE. */
async function failureWith(db: Database, state: string): Promise<unknown> {
  return await failureOf(
    sql`do ${sql.lit(`begin raise exception 'made up' using errcode = '${state}'; end`)}`.execute(db),
  );
}

describe('A database error', () => {
  it('becomes a 503 if no connection is free in time', async () => {
    const pool = createPool(database.url, 1);
    const db = createDatabase(pool);
    const connection = await pool.connect();
    expect(pool.options.connectionTimeoutMillis).toBe(connectionWait);
    expect(connectionWait).toBeLessThanOrEqual(3_000);
    pool.options.connectionTimeoutMillis = 50;
    expect(responseTo(await failureOf(sql`select 1`.execute(db)))).toEqual({
      code: 'unavailable',
      status: 503,
      data: { retry_after: 5 },
    });
    connection.release();
    await db.destroy();
  });

  it.each([
    ['an address', 'postgres://hearth@127.0.0.1:1/none'],
    ['a Unix socket', 'postgres://hearth@%2Fnone:1/none'],
  ])('becomes a 503 if nothing listens at %s', async (_kind, url) => {
    const db = createDatabase(createPool(url, 1));
    expect(responseTo(await failureOf(sql`select 1`.execute(db)))).toMatchObject({ status: 503 });
    await db.destroy();
  });

  it.each([
    ['57P01', 5],
    ['57P02', 5],
    ['57P03', 5],
    ['53300', 5],
    ['08006', 5],
    ['25006', 5],
    ['40P01', 1],
    ['40001', 1],
    ['53100', 30],
  ])('becomes a 503 for SQLSTATE %s, with a retry after %i seconds', async (state, seconds) => {
    const db = createDatabase(createPool(database.url, 1));
    expect(responseTo(await failureWith(db, state))).toEqual({
      code: 'unavailable',
      status: 503,
      data: { retry_after: seconds },
    });
    await db.destroy();
  });

  it('becomes a 500 if the statement is invalid', async () => {
    const db = createDatabase(createPool(database.url, 1));
    const error = await failureOf(sql`select nothing`.execute(db));
    expect(toAppError(error).code).toBe('internal');
    expect(reportUnavailable(pino({ level: 'silent' }), error)).toBe(false);
    await db.destroy();
  });

  it('becomes a 503 if there is no reply, and the connection is not used again', async () => {
    const pool = createPool(database.url, 1);
    (pool.options as { query_timeout?: number }).query_timeout = 2_000;
    const db = createDatabase(pool);
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const first = await pid();
    const error = await failureOf(
      db.transaction().execute(async (tx) => await sql`select pg_sleep(20)`.execute(tx)),
    );
    expect(responseTo(error)).toMatchObject({ status: 503 });
    expect(await pid()).not.toBe(first);
    await db.destroy();
  });
});

describe('Another error', () => {
  it('becomes a 503 if the disk is full', () => {
    const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
    expect(responseTo(full)).toEqual({ code: 'unavailable', status: 503, data: { retry_after: 30 } });
  });

  it('does not count as a lost database if a client disconnects', () => {
    expect(unavailableReason(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBeNull();
  });
});

it('A repeated failure is counted each time and logged once', async () => {
  const lines: { level: number; msg: string; failed_since_last_warning: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const counted = async () =>
    (await unavailableFailures.get()).values.find(({ labels }) => labels.reason === 'conflict')?.value ?? 0;
  const before = await counted();
  const db = createDatabase(createPool(database.url, 1));
  const error = await failureWith(db, '55P03');
  // Past the pause after a warning: another test in this process may have caused one for the same reason.
  setClockOffset(60_000);
  for (let time = 0; time < 20; time += 1) expect(reportUnavailable(log, error)).toBe(true);
  expect(await counted()).toBe(before + 20);
  expect(lines.map(({ level }) => level)).toEqual([pino.levels.values.warn]);
  await db.destroy();
});
