import { sql } from 'kysely';
import { nowMs } from '../../clock.ts';
import type { Db } from '../../db/database.ts';

const hour = 60 * 60;
const day = 24 * hour;

/** Keys of windows that last a day. */
const dailyPrefix = 'daily-';

/**
 * Counts hits, one unless told, for each key in the window that begins at `start` (milliseconds) and lasts `seconds`, a day at most, and
 * returns the new counts. Rows are locked in the order of their keys, so that requests with the same keys can't deadlock.
 */
export async function countHits(
  db: Db,
  keys: string[],
  { start, seconds, hits = 1 }: { start: number; seconds: number; hits?: number },
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const prefix = seconds > hour ? dailyPrefix : '';
  const window_start = new Date(start).toISOString();
  const rows = await db
    .insertInto('rate_limit_counters')
    .values([...keys].sort().map((key) => ({ key: `${prefix}${key}`, window_start, hits })))
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet({ hits: sql`rate_limit_counters.hits + excluded.hits` }),
    )
    .returning(['key', 'hits'])
    .execute();
  return new Map(rows.map(({ key, hits }) => [key.slice(prefix.length), hits]));
}

/** Deletes windows that ended: daily ones after two days, the others, which last an hour at most, after two hours. */
export async function deleteOldHits(db: Db): Promise<void> {
  const before = (seconds: number) => new Date(nowMs() - 2 * seconds * 1000).toISOString();
  await db
    .deleteFrom('rate_limit_counters')
    .where('window_start', '<', before(hour))
    .where((eb) => eb.or([eb('key', 'not like', `${dailyPrefix}%`), eb('window_start', '<', before(day))]))
    .execute();
}
