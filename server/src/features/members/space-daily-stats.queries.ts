import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Counts one visit or join of a space on the day of `at` (UTC). */
export async function incrementDailyStat(
  db: Db,
  spaceId: string,
  at: string,
  stat: 'visits' | 'joins',
): Promise<void> {
  const column = sql.ref(stat);
  await sql`
    insert into space_daily_stats (space_id, day, ${column}) values (${spaceId}::uuid, ${at.slice(0, 10)}::date, 1)
    on conflict (space_id, day) do update set ${column} = space_daily_stats.${column} + 1`.execute(db);
}
