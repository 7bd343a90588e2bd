import { sql } from 'kysely';
import { nowMs } from '../clock.ts';
import type { Db } from '../db/database.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

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

/** Keys of windows that last a day. */
const dailyPrefix = 'daily-';

/**
 * Counts one hit of a key on this day (UTC). Returns how many the day holds now, and the seconds until it ends. A
 * transaction that rolls back takes its hit back.
 */
export async function countDailyHit(db: Db, key: string): Promise<{ hits: number; secondsLeft: number }> {
  const at = nowMs();
  const start = at - (at % day);
  const hits = await countHit(db, `${dailyPrefix}${key}`, new Date(start));
  return { hits, secondsLeft: Math.ceil((start + day - at) / 1000) };
}

/** Returns how many hits a daily key holds, and starts again at zero. */
export async function takeDailyHits(db: Db, key: string): Promise<number> {
  const rows = await db
    .deleteFrom('rate_limit_counters')
    .where('key', '=', `${dailyPrefix}${key}`)
    .returning('hits')
    .execute();
  return rows.reduce((sum, { hits }) => sum + hits, 0);
}

/** Deletes windows that ended: daily ones after two days, the others, which last an hour at most, after two hours. */
export async function deleteOldHits(db: Db): Promise<void> {
  const at = nowMs();
  await db
    .deleteFrom('rate_limit_counters')
    .where('window_start', '<', new Date(at - 2 * hour).toISOString())
    .where((eb) =>
      eb.or([
        eb('key', 'not like', `${dailyPrefix}%`),
        eb('window_start', '<', new Date(at - 2 * day).toISOString()),
      ]),
    )
    .execute();
}
