import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { feedChannel, postChannel, publish } from '#server/platform/live/publish.ts';
import { recordAudit } from '../audit/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { findPostForUpdate } from './posts.queries.ts';
import { toPostDetail, toPublishedPost } from './posts.view.ts';
import { requirePost } from './read-post.ts';
import { markCommentsClosed } from './removal.queries.ts';

/** Turns the comments of a post off or on. Does nothing if they are in that state already. */
export async function setCommentsClosed(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  postId: string,
  closed: boolean,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, scope.space_id, viewer.user_id, { access: 'space-editor' });
    if (!(await findPostForUpdate(tx, postId))) throw new AppError('post_not_found');
    if (!(await markCommentsClosed(tx, postId, closed))) return;
    const row = await requirePost(tx, viewer, postId);
    await publish(tx, [feedChannel(row), postChannel(postId)], 'post.changed', {
      post: toPublishedPost(toPostDetail(row)),
    });
    await recordAudit(tx, {
      space_id: row.space_id,
      actor_id: viewer.user_id,
      action: closed ? 'comments_closed' : 'comments_opened',
      target_user_id: row.user_id,
      post_id: postId,
    });
  });
}
