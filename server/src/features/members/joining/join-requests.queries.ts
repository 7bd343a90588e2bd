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

/** A space that someone has joined, as it is since. */
export interface JoinedSpace {
  member_count: number;
  is_private: boolean;
  is_paid: boolean;
}

const selectJoined = (spaceId: string) => sql<JoinedSpace>`
  select member_count, is_private, (pricing_type = 'paid' and coalesce(price_per_month, 0) > 0) as is_paid
  from spaces where id = ${spaceId}::uuid`;

/** Returns a space that someone has joined. */
export async function readJoinedSpace(db: Db, spaceId: string): Promise<JoinedSpace> {
  const { rows } = await selectJoined(spaceId).execute(db);
  const [space] = rows;
  if (!space) throw new Error('The space that someone joined is gone');
  return space;
}

/**
 * Deletes the open request of someone who joined, and counts the join on the day of `at` (UTC). Returns the space, which is locked
 * since they joined.
 */
export async function recordJoin(db: Db, spaceId: string, userId: string, at: string): Promise<JoinedSpace> {
  const { rows } = await sql<JoinedSpace>`
    with fulfilled as (
      delete from space_join_requests where space_id = ${spaceId}::uuid and user_id = ${userId}::uuid
    ), counted as (
      insert into space_daily_stats (space_id, day, joins) values (${spaceId}::uuid, ${at.slice(0, 10)}::date, 1)
      on conflict (space_id, day) do update set joins = space_daily_stats.joins + 1
    )
    ${selectJoined(spaceId)}`.execute(db);
  const [space] = rows;
  if (!space) throw new Error('The space that someone joined is gone');
  return space;
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
