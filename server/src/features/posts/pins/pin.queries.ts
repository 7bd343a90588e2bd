import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { rankPost } from '../counts/rank-post.queries.ts';

/** Serializes pinning in a space until the transaction ends, so that each sees the pins before it. */
export async function lockPins(db: Db, spaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${spaceId} pins`}, 0))`.execute(db);
}

/** Returns how many other posts of the space are pinned. */
export async function countOtherPins(db: Db, spaceId: string, postId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts
    where space_id = ${spaceId}::uuid and deleted_at is null and pinned_at is not null and id <> ${postId}::uuid`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Sets when a post was pinned, or null to unpin it; a pinned post isn't in the feed by likes. Returns false if it is in that
 * state already or deleted.
 */
export async function markPostPinned(db: Db, postId: string, pinnedAt: string | null): Promise<boolean> {
  const { rows } = await sql`
    with p as (
      update posts set pinned_at = ${pinnedAt}::timestamptz, version = version + 1
      where id = ${postId}::uuid and deleted_at is null
        and (pinned_at is null) <> (${pinnedAt}::timestamptz is null)
      returning *
    ), unranked as (
      delete from post_ranks where post_id in (select id from p where pinned_at is not null)
    ), ranked as (${rankPost(sql`p`)})
    select from p`.execute(db);
  return rows.length > 0;
}
