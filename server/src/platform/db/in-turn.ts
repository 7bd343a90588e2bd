import type { Database, Tx } from './database.ts';

/** The longest that a transaction waits for its turn, in milliseconds. Then it waits for the lock, like those of other processes. */
const longestWait = 3_000;

/** The ends of the latest turns of this process, by key. */
const turns = new WeakMap<Database, Map<string, Promise<void>>>();

/**
 * Runs transactions with the same key one after another, in the order of the calls: those that lock the same row for long. PostgreSQL
 * gives a lock to whoever asks at the right moment, so that others wait ten times as long, each with a connection that requests of
 * other kinds need. The lock keeps processes apart.
 */
export async function inTurn<T>(db: Database, key: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const ends = turns.get(db) ?? new Map<string, Promise<void>>();
  turns.set(db, ends);
  const before = ends.get(key);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  ends.set(key, end);
  if (before) await wait(before);
  try {
    return await db.transaction().execute(work);
  } finally {
    resolve();
    if (ends.get(key) === end) ends.delete(key);
  }
}

/** Resolves when a turn has ended, or after the longest wait. */
async function wait(turn: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, longestWait);
  await Promise.race([turn, late.promise]);
  clearTimeout(timer);
}
