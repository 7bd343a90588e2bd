import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';

/**
 * Queues the fan-out of a post: notifying its recipients, or deleting their notifications once the post is deleted. An
 * entry that exists keeps its cursor.
 */
export async function insertFanOut(
  db: Db,
  post: { id: string; space_id: string },
  at: string,
): Promise<void> {
  await db
    .insertInto('post_fanouts')
    .values({ post_id: post.id, space_id: post.space_id, created_at: at })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute();
}

/** Returns the post that has waited longest, ignoring `skipped`. */
export async function findNextFanOut(db: Db, skipped: string[]): Promise<string | null> {
  const row = await db
    .selectFrom('post_fanouts')
    .select('post_id')
    .where(sql<boolean>`post_id <> all(${skipped}::uuid[])`)
    .orderBy('created_at')
    .orderBy('post_id')
    .limit(1)
    .executeTakeFirst();
  return row?.post_id ?? null;
}

/** Returns the post to fan out. It cannot be deleted until the transaction ends. */
export async function findPostToFanOut(tx: Tx, postId: string) {
  return await tx
    .selectFrom('posts')
    .select(['id', 'space_id', 'user_id', 'title', 'post_type', 'created_at', 'deleted_at'])
    .where('id', '=', postId)
    .forShare()
    .executeTakeFirst();
}

/** Locks a fan-out and returns its cursor; null when it is done. A second worker on the same post waits. */
export async function lockFanOut(tx: Tx, postId: string): Promise<{ cursor_user_id: string | null } | null> {
  const row = await tx
    .selectFrom('post_fanouts')
    .select('cursor_user_id')
    .where('post_id', '=', postId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateFanOutCursor(tx: Tx, postId: string, cursorUserId: string): Promise<void> {
  await tx
    .updateTable('post_fanouts')
    .set({ cursor_user_id: cursorUserId })
    .where('post_id', '=', postId)
    .execute();
}

export async function deleteFanOut(tx: Tx, postId: string): Promise<void> {
  await tx.deleteFrom('post_fanouts').where('post_id', '=', postId).execute();
}

const othersOfDay = (post: { id: string; space_id: string; user_id: string; created_at: string }) => sql`
  from posts where space_id = ${post.space_id}::uuid and user_id = ${post.user_id}::uuid and id <> ${post.id}::uuid
    and created_at >= date_trunc('day', ${post.created_at}::timestamptz)
    and created_at < date_trunc('day', ${post.created_at}::timestamptz) + interval '1 day'
    and post_type not in ('announcement', 'course_page') and deleted_at is null`;

/**
 * Returns the author's other posts of the same day (UTC) that are not deleted, latest first, at most two. Skips rows
 * that another transaction is changing; the returned rows cannot be changed until this transaction ends.
 */
export async function listOthersOfDay(
  tx: Tx,
  post: { id: string; space_id: string; user_id: string; created_at: string },
): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title ${othersOfDay(post)} order by created_at desc, id desc limit 2 for share skip locked`.execute(
    tx,
  );
  return rows;
}

/** Returns whether the author created another post earlier that day. */
export async function hasEarlierOfDay(
  tx: Tx,
  post: { id: string; space_id: string; user_id: string; created_at: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 ${othersOfDay(post)} and created_at <= ${post.created_at}::timestamptz limit 1`.execute(tx);
  return rows.length > 0;
}
