import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Counts one visit of a space on the day of `at` (UTC). */
export async function countVisit(db: Db, spaceId: string, at: string): Promise<void> {
  await sql`
    insert into space_daily_stats (space_id, day, visits) values (${spaceId}::uuid, ${at.slice(0, 10)}::date, 1)
    on conflict (space_id, day) do update set visits = space_daily_stats.visits + 1`.execute(db);
}
