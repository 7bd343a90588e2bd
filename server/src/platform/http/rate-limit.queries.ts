import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Counts one hit in the window and answers how many it holds now. */
export async function insertHit(db: Db, key: string, windowStart: Date): Promise<number> {
  const row = await db
    .insertInto('rate_limit_counters')
    .values({ key, window_start: windowStart.toISOString(), hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`rate_limit_counters.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  return row.hits;
}

/** Forgets windows that began before `before`. */
export async function deleteOldHits(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_limit_counters').where('window_start', '<', before.toISOString()).execute();
}
