import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { type OutgoingEvent, postChannel, publishAll } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members/index.ts';
import { canDelete, commentCount, findPostForUpdate } from '../posts/index.ts';
import { markCommentDeleted } from './comment-lifecycle.queries.ts';
import { findCommentForUpdate, findPostIdOfComment, listUploadsOfComment } from './comments.queries.ts';

/** Soft-deletes a comment: its position and its replies stay, its text is no longer shown. */
export async function deleteComment(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  commentId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const rights = await requireActiveMember(tx, scope.space_id, viewer.user_id);
    await deleteCommentInTx(tx, context, viewer, { ...scope, ...rights }, commentId, null);
  });
}

/**
 * The same inside the caller's transaction, which has locked the viewer's membership and checked their role. When someone
 * other than the author deletes the comment, it is a removal: `reason` is shown to the author, and its file is
 * kept for 30 days.
 */
export async function deleteCommentInTx(
  tx: Tx,
  context: HookContext,
  viewer: Viewer,
  scope: SpaceContext,
  commentId: string,
  reason: string | null,
): Promise<void> {
  // Lock order: the post first, as everywhere, to avoid deadlocks.
  const postId = await findPostIdOfComment(tx, commentId);
  const post = postId === null ? undefined : await findPostForUpdate(tx, postId);
  const comment = await findCommentForUpdate(tx, commentId);
  if (!comment) throw new AppError('comment_not_found');
  if (!canDelete(viewer, scope, comment.user_id)) throw new AppError('not_author_or_moderator');
  const isRemoval = comment.user_id !== viewer.user_id;
  const at = nowIso();
  const removal = isRemoval ? { removed_by: viewer.user_id, removal_reason: reason } : null;
  const deleted = await markCommentDeleted(tx, commentId, at, removal);
  if (!deleted) return;
  const { post_id, space_id, user_id } = comment;
  const { version } = deleted;
  const events: OutgoingEvent[] = [
    {
      channel: postChannel(post_id),
      type: 'comment.deleted',
      payload: { comment_id: commentId, post_id, deleted_at: at, is_removed: isRemoval, version },
    },
  ];
  if (post) {
    const counted = await commentCount.decrementCommentCount(tx, post_id);
    // Lists don't show pages of courses, and not everyone in the space can open them.
    if (post.post_type !== 'course_page') events.push(...counted);
  }
  // No event: the post is deleted.
  else await commentCount.lowerCountOfDeletedPost(tx, post_id);
  await publishAll(tx, events);
  await runHooks(tx, context, 'commentDeleted', {
    space_id,
    post_id,
    comment_id: commentId,
    user_id,
    removal: isRemoval ? { removed_by: viewer.user_id, reason } : null,
    upload_ids: isRemoval ? [] : await listUploadsOfComment(tx, commentId),
  });
}
