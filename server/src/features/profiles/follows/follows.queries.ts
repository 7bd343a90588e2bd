import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** How a viewer and a person follow each other. */
export interface FollowRow extends FollowTotals {
  is_following: boolean;
  follows_viewer: boolean;
  is_blocked_by_viewer: boolean;
  has_blocked_viewer: boolean;
}

/** How many people follow someone, and how many they follow. */
export interface FollowTotals {
  user_id: string;
  followers: number;
  following: number;
  version: number;
}

/** Returns how a viewer and a person follow each other. Null if there is no such person. */
export async function findFollow(db: Db, viewerId: string, userId: string): Promise<FollowRow | null> {
  const viewer = sql`${viewerId}::uuid`;
  const { rows } = await sql<FollowRow>`
    select u.id as user_id,
      exists (select from user_follows f where f.follower_id = ${viewer} and f.following_id = u.id) as is_following,
      exists (select from user_follows f where f.follower_id = u.id and f.following_id = ${viewer}) as follows_viewer,
      exists (select from chat_blocks b where b.user_id = ${viewer} and b.blocked_user_id = u.id) as is_blocked_by_viewer,
      exists (select from chat_blocks b where b.user_id = u.id and b.blocked_user_id = ${viewer}) as has_blocked_viewer,
      coalesce(c.follower_count, 0) as followers,
      coalesce(c.following_count, 0) as following, coalesce(c.version, 0) as version
    from users u left join follow_counts c on c.user_id = u.id where u.id = ${userId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Locks the totals of people, in the order of their ids: whoever changes follows or blocks between them waits. */
export async function lockFollowTotals(db: Db, userIds: readonly string[]): Promise<void> {
  await Promise.all([
    sql`insert into follow_counts (user_id) select id from users where id = any(${userIds}::uuid[]) order by id
      on conflict (user_id) do nothing`.execute(db),
    sql`select from follow_counts where user_id = any(${userIds}::uuid[]) order by user_id for no key update`.execute(
      db,
    ),
  ]);
}

/** Returns the totals of people, by their ids. */
export async function listFollowTotals(db: Db, userIds: readonly string[]): Promise<FollowTotals[]> {
  const { rows } = await sql<FollowTotals>`
    select user_id, follower_count as followers, following_count as following, version
    from follow_counts where user_id = any(${userIds}::uuid[]) order by user_id`.execute(db);
  return rows;
}

/** Lets a person follow another one. Returns whether they didn't before. */
export async function insertFollow(
  db: Db,
  follow: { follower_id: string; following_id: string; created_at: string },
): Promise<boolean> {
  const result = await db
    .insertInto('user_follows')
    .values(follow)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends that a person follows another one. Returns whether they did. */
export async function deleteFollow(
  db: Db,
  follow: { follower_id: string; following_id: string },
): Promise<boolean> {
  const result = await db
    .deleteFrom('user_follows')
    .where('follower_id', '=', follow.follower_id)
    .where('following_id', '=', follow.following_id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
