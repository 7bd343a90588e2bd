import { sql } from 'kysely';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';

/** Inserts a join request or updates its message. Returns true if it is new. */
export async function upsertJoinRequest(
  db: Db,
  request: {
    id: string;
    space_id: string;
    user_id: string;
    message: string | null;
    invited_by: string | null;
    created_at: string;
  },
): Promise<boolean> {
  const row = await db
    .insertInto('space_join_requests')
    .values(request)
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'user_id']).doUpdateSet({ message: request.message }),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id === request.id;
}

/** Deletes a join request. Returns who invited the requester, or null if there was no request. */
export async function deleteJoinRequest(
  db: Db,
  spaceId: string,
  userId: string,
): Promise<{ invited_by: string | null } | null> {
  const row = await db
    .deleteFrom('space_join_requests')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .returning('invited_by')
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Deletes the open request of someone who joined, and counts the join on the day of `at` (UTC). Returns the number of members
 * of the space.
 */
export async function recordJoin(db: Db, spaceId: string, userId: string, at: string): Promise<number> {
  const { rows } = await sql<{ member_count: number }>`
    with fulfilled as (
      delete from space_join_requests where space_id = ${spaceId}::uuid and user_id = ${userId}::uuid
    ), counted as (
      insert into space_daily_stats (space_id, day, joins) values (${spaceId}::uuid, ${at.slice(0, 10)}::date, 1)
      on conflict (space_id, day) do update set joins = space_daily_stats.joins + 1
    )
    select member_count from spaces where id = ${spaceId}::uuid`.execute(db);
  return rows[0]?.member_count ?? 0;
}

/** Returns open requests, oldest first. */
export async function listJoinRequests(
  db: Db,
  input: { space_id: string; after: { at: string; id: string } | null; limit: number },
) {
  const { after } = input;
  let query = db
    .selectFrom('space_join_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.space_id', 'r.message', 'r.created_at', personJson('u').as('user')])
    .where('r.space_id', '=', input.space_id)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(pageLimit(input.limit));
  if (after) {
    query = query.where(sql<boolean>`(r.created_at, r.id) > (${after.at}::timestamptz, ${after.id}::uuid)`);
  }
  return await query.execute();
}
