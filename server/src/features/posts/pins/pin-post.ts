import { maxPins } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { feedChannel, postChannel, publish } from '#server/platform/live/publish.ts';
import { recordAudit } from '../../audit/index.ts';
import { requireActiveMember } from '../../members/index.ts';
import { findPostForUpdate, type PostRow } from '../posts.queries.ts';
import { toPost, toPublishedPost, withoutBody } from '../posts.view.ts';
import { requirePost } from '../read-post.ts';
import { countOtherPins, lockPins, markPostPinned } from './pin.queries.ts';

/**
 * Pins or unpins a post. Does nothing if it is in that state already. A space has at most three pinned posts.
 * @throws AppError `post_not_found`, `pin_limit_reached`, `membership_required`, `not_allowed`
 */
export async function setPostPinned(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  postId: string,
  pinned: boolean,
): Promise<PostRow> {
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, scope.space_id, viewer.user_id, { access: 'space-editor' });
    if (pinned) await lockPins(tx, scope.space_id);
    if (!(await findPostForUpdate(tx, postId))) throw new AppError('post_not_found');
    if (pinned && (await countOtherPins(tx, scope.space_id, postId)) >= maxPins) {
      throw new AppError('pin_limit_reached');
    }
    const changed = await markPostPinned(tx, postId, pinned ? nowIso() : null);
    const detail = await requirePost(tx, viewer, postId);
    const row = withoutBody(detail);
    if (changed) {
      await publish(tx, [feedChannel(detail), postChannel(postId)], 'post.changed', {
        post: toPublishedPost(toPost(row)),
      });
      await recordAudit(tx, {
        space_id: scope.space_id,
        actor_id: viewer.user_id,
        action: pinned ? 'post_pinned' : 'post_unpinned',
        target_user_id: row.user_id,
        post_id: postId,
      });
    }
    return row;
  });
}
