import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { postTopic, publish } from '#server/platform/live/publish.ts';
import { canDelete, changePostCounts, selectPostForUpdate } from '../feed/index.ts';
import { forgetNotifications } from '../notifications/index.ts';
import { voidPointsOf } from '../points/index.ts';
import { selectComment, selectCommentForUpdate, updateCommentDeleted } from './comments.queries.ts';

/** Deletes a comment softly: its place and its replies stay, its text goes. */
export async function deleteComment(
  db: Database,
  viewer: Viewer,
  scope: SpaceScope,
  commentId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The post first, as everywhere: two writers that lock in one order never wait for each other in a ring.
    const known = await selectComment(tx, viewer, commentId);
    const post = known && (await selectPostForUpdate(tx, known.post_id));
    const comment = post && (await selectCommentForUpdate(tx, commentId));
    if (!comment) throw new AppError('comment_not_found');
    if (!canDelete(viewer, scope, comment.user_id)) throw new AppError('not_the_author');
    const at = nowText();
    const deleted = await updateCommentDeleted(tx, commentId, at);
    if (!deleted) return;
    await publish(tx, postTopic(comment.post_id), 'comment.deleted', {
      comment_id: commentId,
      post_id: comment.post_id,
      deleted_at: at,
      version: deleted.version,
    });
    await changePostCounts(tx, comment.post_id, { comments: -1 }, null);
    await forgetNotifications(tx, commentId);
    await voidPointsOf(tx, 'comment_like', commentId);
  });
}
