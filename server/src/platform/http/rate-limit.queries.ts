import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Counts one hit for each key in the window and returns the new counts. Rows are locked in the order of their keys, so
 * that requests with the same keys can't deadlock.
 */
export async function countHits(db: Db, keys: string[], windowStart: Date): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .insertInto('rate_limit_counters')
    .values([...keys].sort().map((key) => ({ key, window_start: windowStart.toISOString(), hits: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`rate_limit_counters.hits + 1` }),
    )
    .returning(['key', 'hits'])
    .execute();
  return new Map(rows.map(({ key, hits }) => [key, hits]));
}

/** Counts one hit for a key in the window and returns the new count. */
export async function countHit(db: Db, key: string, windowStart: Date): Promise<number> {
  return (await countHits(db, [key], windowStart)).get(key) ?? 0;
}

/** Deletes windows that began before `before`. */
export async function deleteOldHits(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_limit_counters').where('window_start', '<', before.toISOString()).execute();
}
