import type { Db } from '#server/platform/db/database.ts';

/** Records that the author of a removed comment has read the reason. */
export async function acknowledgeCommentRemoval(
  db: Db,
  input: { comment_id: string; user_id: string; space_id: string; at: string },
): Promise<void> {
  await db
    .updateTable('post_comments')
    .set({ removal_acknowledged_at: input.at })
    .where('id', '=', input.comment_id)
    .where('user_id', '=', input.user_id)
    .where('space_id', '=', input.space_id)
    .where('removed_by', 'is not', null)
    .where('removal_acknowledged_at', 'is', null)
    .execute();
}
