import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { latestComments } from './counts/commenters.queries.ts';

/** Returns the uploads of a post and its earlier versions. */
export async function listUploadsOfPost(db: Db, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('post_attachments')
    .select('upload_id')
    .where('post_id', '=', postId)
    .union(db.selectFrom('post_revision_attachments').select('upload_id').where('post_id', '=', postId))
    .execute();
  return rows.map(({ upload_id }) => upload_id);
}

/** Counts a comment of a deleted post less, after it was deleted. Does nothing if the post isn't deleted. */
export async function lowerCountOfDeletedPost(db: Db, postId: string): Promise<void> {
  await sql`
    update posts set comment_count = comment_count - 1,
      commenter_ids = latest.commenter_ids, last_comment_at = latest.last_comment_at
    from (${latestComments(postId)}) latest
    where id = ${postId}::uuid and deleted_at is not null`.execute(db);
}

/** Records that the author of a removed post has read the reason. */
export async function acknowledgePostRemoval(
  db: Db,
  input: { post_id: string; user_id: string; space_id: string; at: string },
): Promise<void> {
  await db
    .updateTable('posts')
    .set({ removal_acknowledged_at: input.at })
    .where('id', '=', input.post_id)
    .where('user_id', '=', input.user_id)
    .where('space_id', '=', input.space_id)
    .where('removed_by', 'is not', null)
    .where('removal_acknowledged_at', 'is', null)
    .execute();
}

export async function findPostRemoval(db: Db, postId: string) {
  return await db
    .selectFrom('posts')
    .select(['removed_by', 'removal_reason'])
    .where('id', '=', postId)
    .executeTakeFirst();
}

/** Turns the comments of a post off or on; false if they are in that state already or the post is deleted. */
export async function markCommentsClosed(db: Db, postId: string, closed: boolean): Promise<boolean> {
  const result = await db
    .updateTable('posts')
    .set((eb) => ({ comments_closed: closed, version: eb('version', '+', 1) }))
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .where('comments_closed', '!=', closed)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
