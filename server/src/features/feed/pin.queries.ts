import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Lets the pins of a space follow each other until the transaction ends, so that each sees those before it. */
export async function lockPins(db: Db, spaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${spaceId} pins`}, 0))`.execute(db);
}

/** How many other living posts of the space are pinned. */
export async function countOtherPins(db: Db, spaceId: string, postId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts
    where space_id = ${spaceId}::uuid and deleted_at is null and pinned_at is not null and id <> ${postId}::uuid`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Sets when a living post was pinned, null for not at all; false when it is so already, or gone. */
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
