import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createDatabase, createPool, type Database } from '../db/database.ts';
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

/** A queue with this kind alone, filled before anything works on it. */
async function work(kind: JobKind<{ n: number }>, fill: (jobs: Jobs) => Promise<void>): Promise<Jobs> {
  const input = { databaseUrl: database.url, kinds: [kind], log: pino({ level: 'silent' }) };
  const filling = await startJobs({ ...input, work: false });
  await fill(filling);
  await filling.stop();
  return await startJobs({ ...input, work: true });
}

it('works through a long queue without a pause, what somebody waits for before the rest', async () => {
  const done: number[] = [];
  const run = async ({ n }: { n: number }) => void done.push(n);
  const jobs = await work({ name: 'count', run }, async (queue) => {
    for (let n = 0; n < 60; n += 1) await queue.enqueue(db, 'count', { n });
    await queue.enqueue(db, 'count', { n: 100 }, { isUrgent: true });
  });
  // At one each two seconds it would take two minutes.
  await vi.waitFor(() => expect(done).toHaveLength(61), { timeout: 40_000 });
  // It came last and is among the first that are taken together.
  expect(done.indexOf(100)).toBeLessThan(10);
  await jobs.stop();
});

it('tries a job that fails again, and it alone', async () => {
  const tries = new Map<number, number>();
  const run = async ({ n }: { n: number }) => {
    tries.set(n, (tries.get(n) ?? 0) + 1);
    if (n === 3 && tries.get(n) === 1) throw new Error('not now');
  };
  const jobs = await work({ name: 'stumble', run }, async (queue) => {
    for (let n = 0; n < 6; n += 1) await queue.enqueue(db, 'stumble', { n });
  });
  await vi.waitFor(() => expect(tries.get(3)).toBe(2), { timeout: 40_000 });
  expect([...tries.entries()].filter(([n]) => n !== 3).map(([, count]) => count)).toEqual([1, 1, 1, 1, 1]);
  await jobs.stop();
});

it('runs jobs that wait for another machine beside each other', async () => {
  let running = 0;
  let most = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await vi.waitFor(() => expect(most).toBe(5), { timeout: 20_000 });
    running -= 1;
  };
  const jobs = await work({ name: 'wait', run, isWaiting: true }, async (queue) => {
    for (let n = 0; n < 5; n += 1) await queue.enqueue(db, 'wait', { n });
  });
  await vi.waitFor(() => expect(most).toBe(5), { timeout: 30_000 });
  await jobs.stop();
});
