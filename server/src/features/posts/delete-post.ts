import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { feedChannel, postChannel, publish } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members/index.ts';
import { markPostDeleted } from './post-lifecycle.queries.ts';
import { canDelete } from './posts.policy.ts';
import { findPostForUpdate } from './posts.queries.ts';
import { listUploadsOfPost } from './removal.queries.ts';

/** Soft-deletes a post and publishes `post.deleted` to everyone who has it on screen. */
export async function deletePost(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  postId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const rights = await requireActiveMember(tx, scope.space_id, viewer.user_id);
    await deletePostInTx(tx, context, viewer, { ...scope, ...rights }, postId, null);
  });
}

/**
 * The same inside the caller's transaction, which has locked the viewer's membership and checked their role. When someone
 * other than the author deletes the post, it is a removal: `reason` is shown to the author, and the files are
 * kept for 30 days.
 */
export async function deletePostInTx(
  tx: Tx,
  context: HookContext,
  viewer: Viewer,
  scope: SpaceContext,
  postId: string,
  reason: string | null,
): Promise<void> {
  const post = await findPostForUpdate(tx, postId);
  if (!post) throw new AppError('post_not_found');
  if (!canDelete(viewer, scope, post.user_id)) throw new AppError('not_author_or_moderator');
  const isRemoval = post.user_id !== viewer.user_id;
  const at = nowIso();
  const removal = isRemoval ? { removed_by: viewer.user_id, removal_reason: reason } : null;
  const deleted = await markPostDeleted(tx, postId, at, removal);
  if (!deleted) return;
  await publish(tx, [feedChannel({ ...post, ...deleted }), postChannel(postId)], 'post.deleted', {
    post_id: postId,
    deleted_at: at,
    version: deleted.version,
  });
  const { space_id, user_id, created_at } = post;
  await runHooks(tx, context, 'postDeleted', {
    space_id,
    post_id: postId,
    user_id,
    created_at,
    deleted_at: at,
    removal: isRemoval ? { removed_by: viewer.user_id, reason } : null,
    upload_ids: isRemoval ? [] : await listUploadsOfPost(tx, postId),
  });
}
