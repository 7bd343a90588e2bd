import type { LivePayload } from '#contract/live.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { postChannel, publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { listModerators, recordAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { detachUploads } from '../uploads/index.ts';
import { insertFanOut } from './fan-out/fan-out.queries.ts';
import { retractPostNotifications } from './fan-out/retract-post-notifications.ts';
import { markPostDeleted } from './post-lifecycle.queries.ts';
import { canDelete } from './posts.policy.ts';
import { findPostForUpdate } from './posts.queries.ts';
import { listUploadsOfPost, lowerCountOfDeletedPost } from './removal.queries.ts';

/** Soft-deletes a post and publishes `post.deleted` to everyone who has it on screen. */
export async function deletePost(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  postId: string,
): Promise<void> {
  await context.db.transaction().execute((tx) => deletePostInTx(tx, context, viewer, scope, postId, null));
}

/**
 * The same inside the caller's transaction. When someone other than the author deletes the post, it is a removal:
 * `reason` is shown to the author, the action is recorded in the audit log, and the files are kept for 30 days.
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
  await publish(tx, [spaceChannel(post.space_id), postChannel(postId)], 'post.deleted', {
    post_id: postId,
    deleted_at: at,
    version: deleted.version,
  });
  const { space_id, user_id } = post;
  await runHooks(tx, context, 'postDeleted', { space_id, post_id: postId, user_id });
  // Notifications of many people are deleted by the job that created them.
  if (await retractPostNotifications(tx, post)) await insertFanOut(tx, post, at);
  if (!isRemoval) {
    await detachUploads(tx, context, await listUploadsOfPost(tx, postId));
    return;
  }
  await recordAudit(tx, {
    space_id: post.space_id,
    actor_id: viewer.user_id,
    action: 'post_removed',
    target_user_id: post.user_id,
    post_id: postId,
    details: reason === null ? {} : { reason },
  });
  await notifyRemoval(tx, viewer, {
    kind: 'post',
    id: postId,
    post_id: postId,
    space_id: post.space_id,
    author_id: post.user_id,
    reason,
  });
}

/** Notifies the author of removed content and the moderators of the reason. Call it last: see `notify`. */
async function notifyRemoval(tx: Tx, viewer: Viewer, removal: LivePayload<'content.removed'>): Promise<void> {
  const { kind, id, post_id, space_id, author_id, reason } = removal;
  const recipients = new Set([author_id, ...(await listModerators(tx, space_id))]);
  await publish(tx, [...recipients].map(userChannel), 'content.removed', removal);
  await notify(tx, {
    space_id,
    actor_id: viewer.user_id,
    notifications: [
      {
        type: 'content_removed',
        user_ids: [author_id],
        text: reason ?? '',
        target: { kind, id, post_id },
      },
    ],
  });
}

/** Removal helpers for features that depend on posts. */
export const removals = {
  notify: notifyRemoval,
  lowerCount: lowerCountOfDeletedPost,
};
