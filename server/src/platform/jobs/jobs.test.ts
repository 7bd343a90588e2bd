import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createDatabase, createPool, type Database, type Tx } from '../db/database.ts';
import { type JobKind, type Jobs, startJobs } from './jobs.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(createPool(database.url, 4));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Starts a queue with only this kind of job. It is filled before any handler runs. */
async function work(kind: JobKind<{ n: number }>, fill: (jobs: Jobs) => Promise<void>): Promise<Jobs> {
  const input = { databaseUrl: database.url, kinds: [kind], log: pino({ level: 'silent' }) };
  const filling = await startJobs({ ...input, work: false });
  await fill(filling);
  await filling.stop();
  return await startJobs({ ...input, work: true });
}

it('A long queue is processed without pauses, urgent jobs first', async () => {
  const done: number[] = [];
  const run = async ({ n }: { n: number }) => void done.push(n);
  const jobs = await work({ name: 'count', run }, async (queue) => {
    for (let n = 0; n < 240; n += 1) await queue.enqueue(db, 'count', { n });
    await queue.enqueue(db, 'count', { n: 1000 }, { isUrgent: true });
  });
  // With a pause of two seconds after every ten jobs, it would take 48 seconds.
  await vi.waitFor(() => expect(done).toHaveLength(241), { timeout: 35_000 });
  // It was queued last and is in the first batch.
  expect(done.indexOf(1000)).toBeLessThan(10);
  await jobs.stop();
});

it('A job that this process enqueues starts right after the commit', async () => {
  const done: number[] = [];
  const run = async ({ n }: { n: number }) => void done.push(n);
  // One that had to wait for the next poll would come too late.
  const jobs = await work({ name: 'at-once', run, pollEvery: 600_000 }, async () => {});
  /** Enqueues a job some time before the commit. */
  const enqueueEarly = async (tx: Tx, n: number) => {
    await jobs.enqueue(tx, 'at-once', { n });
    await sql`select pg_sleep(0.1)`.execute(tx);
  };
  for (let n = 0; n < 10; n += 1) {
    if (n % 2 === 0) await jobs.enqueue(db, 'at-once', { n });
    else await db.transaction().execute((tx) => enqueueEarly(tx, n));
    await vi.waitFor(() => expect(done).toContain(n));
  }
  await jobs.stop();
});

it('A job of a transaction that is rolled back is not queued', async () => {
  const done: number[] = [];
  const run = async ({ n }: { n: number }) => void done.push(n);
  const jobs = await work({ name: 'undone', run }, async (queue) => {
    const undone = db.transaction().execute(async (tx) => {
      await queue.enqueue(tx, 'undone', { n: 1 });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await queue.enqueue(db, 'undone', { n: 2 });
  });
  await vi.waitFor(() => expect(done).toContain(2), { timeout: 40_000 });
  expect(done).toEqual([2]);
  await jobs.stop();
});

it('Only the job that failed is tried again', async () => {
  const tries = new Map<number, number>();
  const run = async ({ n }: { n: number }) => {
    tries.set(n, (tries.get(n) ?? 0) + 1);
    if (n === 3 && tries.get(n) === 1) throw new Error('not now');
  };
  const jobs = await work({ name: 'stumble', run }, async (queue) => {
    for (let n = 0; n < 6; n += 1) await queue.enqueue(db, 'stumble', { n });
  });
  const states = async () => {
    const { rows } = await sql<{ n: number; state: string; retry_count: number }>`
      select (data ->> 'n')::int as n, state::text, retry_count from jobs.job where name = 'stumble'
      order by 1`.execute(db);
    return rows;
  };
  await vi.waitFor(
    async () => expect((await states()).map(({ state }) => state)).toEqual(Array(6).fill('completed')),
    { timeout: 50_000, interval: 200 },
  );
  expect((await states()).map(({ retry_count }) => retry_count)).toEqual([0, 0, 0, 1, 0, 0]);
  expect([0, 1, 2, 3, 4, 5].map((n) => tries.get(n))).toEqual([1, 1, 1, 2, 1, 1]);
  await jobs.stop();
});

it('Every kind of job has a heartbeat, even if an earlier version created its queue', async () => {
  const heartbeats = async () =>
    (
      await sql<{ heartbeat_seconds: number }>`
        select heartbeat_seconds from jobs.queue where name = 'alive'`.execute(db)
    ).rows.map(({ heartbeat_seconds }) => heartbeat_seconds);
  const start = async () => {
    const kinds = [{ name: 'alive', run: async () => {} }];
    const log = pino({ level: 'silent' });
    await (await startJobs({ databaseUrl: database.url, kinds, work: false, log })).stop();
  };
  await start();
  await sql`update jobs.queue set heartbeat_seconds = null where name = 'alive'`.execute(db);
  await start();
  expect(await heartbeats()).toEqual([30]);
});

it('Jobs that wait for another server run concurrently, ten at a time', async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    // The first ten finish once all of them are running; the other two follow.
    await vi.waitFor(() => expect(most).toBeGreaterThanOrEqual(10));
    running -= 1;
    done += 1;
  };
  const jobs = await work({ name: 'wait', run, isWaiting: true }, async (queue) => {
    for (let n = 0; n < 12; n += 1) await queue.enqueue(db, 'wait', { n });
  });
  await vi.waitFor(() => expect(done).toBe(12), { timeout: 50_000 });
  expect(most).toBe(10);
  await jobs.stop();
});

it('All other jobs run one after another', async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await sql`select 1`.execute(db);
    running -= 1;
    done += 1;
  };
  const jobs = await work({ name: 'line', run }, async (queue) => {
    for (let n = 0; n < 12; n += 1) await queue.enqueue(db, 'line', { n });
  });
  await vi.waitFor(() => expect(done).toBe(12), { timeout: 50_000 });
  expect(most).toBe(1);
  await jobs.stop();
});

it('A job with runsAtStart runs once for processes that start together', async () => {
  const runs: string[] = [];
  const kind: JobKind = { name: 'at-start', runsAtStart: true, run: async () => void runs.push('run') };
  const input = { databaseUrl: database.url, kinds: [kind], log: pino({ level: 'silent' }) };
  await (await startJobs({ ...input, work: false })).stop();
  const queued = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from jobs.job where name = 'at-start'`.execute(db);
    return rows[0]?.count;
  };
  expect(await queued()).toBe(0);
  const working = await Promise.all([
    startJobs({ ...input, work: true }),
    startJobs({ ...input, work: true }),
  ]);
  await vi.waitFor(() => expect(runs).toHaveLength(1), { timeout: 40_000 });
  expect(await queued()).toBe(1);
  for (const jobs of working) await jobs.stop();
});

it('A job with an interval runs again and again, one run at a time, until the queue stops', async () => {
  let runs = 0;
  let isRunning = false;
  const run = async () => {
    expect(isRunning).toBe(false);
    isRunning = true;
    runs += 1;
    await new Promise((done) => setTimeout(done, 30));
    isRunning = false;
    if (runs === 1) throw new Error('the first run fails');
  };
  const jobs = await work({ name: 'often', run, everySeconds: 0.01 }, async () => {});
  await vi.waitFor(() => expect(runs).toBeGreaterThan(3));
  await jobs.stop();
  expect(isRunning).toBe(false);
  const stoppedAt = runs;
  await new Promise((done) => setTimeout(done, 100));
  expect(runs).toBe(stoppedAt);
});

it('A run is told that the process stops, and stopping waits for its end', async () => {
  let ends = 0;
  let isRunning = false;
  const run = async (_data: object, stopping?: AbortSignal) => {
    isRunning = true;
    await new Promise((done) => stopping?.addEventListener('abort', done, { once: true }));
    ends += 1;
  };
  const jobs = await work({ name: 'long', run, everySeconds: 0.01 }, async () => {});
  await vi.waitFor(() => expect(isRunning).toBe(true));
  await jobs.stop();
  expect(ends).toBe(1);
});

it('A job with an id is queued once, and one for later is not started', async () => {
  const done: number[] = [];
  const run = async ({ n }: { n: number }) => void done.push(n);
  const id = '01a1fc6d-f9e3-84a9-8251-000000000001';
  const startAfter = new Date(Date.now() + 3_600_000).toISOString();
  const jobs = await work({ name: 'once', run }, async (queue) => {
    await queue.enqueue(db, 'once', { n: 1 }, { id });
    await queue.enqueue(db, 'once', { n: 2 }, { id });
    await queue.enqueue(db, 'once', { n: 3 }, { startAfter });
    await queue.enqueue(db, 'once', { n: 4 });
  });
  await vi.waitFor(() => expect(done).toContain(4), { timeout: 40_000 });
  expect(done.toSorted()).toEqual([1, 4]);
  await jobs.stop();
});

it('A process that runs jobs schedules those that have a schedule, in UTC', async () => {
  const jobs = await work({ name: 'nightly', schedule: '17 3 * * *', run: async () => {} }, async () => {
    const { rows } = await sql`select from jobs.schedule where name = 'nightly'`.execute(db);
    expect(rows).toEqual([]);
  });
  const { rows } = await sql`select cron, timezone from jobs.schedule where name = 'nightly'`.execute(db);
  expect(rows).toEqual([{ cron: '17 3 * * *', timezone: 'UTC' }]);
  await jobs.stop();
});
