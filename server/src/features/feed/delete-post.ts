import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { postTopic, publish, spaceTopic } from '#server/platform/live/publish.ts';
import { forgetNotifications } from '../notifications/index.ts';
import { voidPointsOf } from '../points/index.ts';
import { canDelete } from './feed.policy.ts';
import { selectPostForUpdate, updatePostDeleted } from './feed.queries.ts';

/** Deletes a post softly and tells everyone who has it on screen. */
export async function deletePost(
  db: Database,
  viewer: Viewer,
  scope: SpaceScope,
  postId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const post = await selectPostForUpdate(tx, postId);
    if (!post) throw new AppError('post_not_found');
    if (!canDelete(viewer, scope, post.user_id)) throw new AppError('not_the_author');
    const at = nowText();
    const deleted = await updatePostDeleted(tx, postId, at);
    if (!deleted) return;
    await publish(tx, [spaceTopic(post.space_id), postTopic(postId)], 'post.deleted', {
      post_id: postId,
      deleted_at: at,
      version: deleted.version,
    });
    await forgetNotifications(tx, postId);
    await voidPointsOf(tx, 'post_like', postId);
  });
}
