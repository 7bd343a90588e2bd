import { setTimeout as delay } from 'node:timers/promises';
import { connectionWait, type Database, type Tx } from './database.ts';
import { DatabaseUnavailableError } from './database-errors.ts';

/** The latest turn of each key in this process: a promise of its end. */
const turnsOf = new WeakMap<Database, Map<string, Promise<void>>>();

/**
 * Runs transactions with the same key one after another within this process, in the order of the calls. For transactions that hold the
 * lock of one row until they commit: PostgreSQL may give it to one that has just asked before those that wait, and each of these has
 * a connection that other requests need. The lock keeps processes apart.
 * @throws DatabaseUnavailableError after as long as statements wait for a connection
 */
export async function inTurn<T>(
  db: Database,
  key: string,
  work: (tx: Tx) => Promise<T>,
  longestWait = connectionWait,
): Promise<T> {
  const turns = turnsOf.get(db) ?? new Map<string, Promise<void>>();
  turnsOf.set(db, turns);
  const previous = turns.get(key);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  turns.set(key, ended);
  const leave = () => {
    end();
    if (turns.get(key) === ended) turns.delete(key);
  };
  if (previous && !(await endsWithin(longestWait, previous))) {
    // Whoever comes next waits for the one before.
    void previous.then(leave);
    throw new DatabaseUnavailableError(new Error('earlier transactions of the same key took too long'));
  }
  try {
    return await db.transaction().execute(work);
  } finally {
    leave();
  }
}

/** Resolves to whether a turn ends within this time. */
async function endsWithin(milliseconds: number, turn: Promise<void>): Promise<boolean> {
  const over = new AbortController();
  const late = delay(milliseconds, false, { signal: over.signal }).catch(() => false);
  const isInTime = await Promise.race([turn.then(() => true), late]);
  over.abort();
  return isInTime;
}
