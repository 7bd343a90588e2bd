import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

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

/** Sets when a post was pinned, or null to unpin it. Returns false if it is in that state already or deleted. */
export async function markPostPinned(db: Db, postId: string, pinnedAt: string | null): Promise<boolean> {
  const row = await db
    .updateTable('posts')
    .set((eb) => ({ pinned_at: pinnedAt, version: eb('version', '+', 1) }))
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .where('pinned_at', pinnedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
