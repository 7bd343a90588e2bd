import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { postChannel, publish } from '#server/platform/live/publish.ts';
import { toPlainText } from '#server/platform/text/rich-text.ts';
import { updateCommentLikes } from '../comments/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { notify, retractNotification } from '../notifications/index.ts';
import { awardLikePoint } from '../points/index.ts';
import type { LikeResponse } from './like-post.ts';
import { deleteCommentLike, findCommentTotals, insertCommentLike } from './reactions.queries.ts';

/** Adds or removes the viewer's like of a comment. Does nothing if it is in that state already. */
export async function setCommentLike(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  commentId: string,
  liked: boolean,
): Promise<LikeResponse> {
  const { user_id } = viewer;
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, spaceId, user_id);
    const changed = liked
      ? await insertCommentLike(tx, {
          comment_id: commentId,
          user_id,
          space_id: spaceId,
          created_at: nowIso(),
        })
      : await deleteCommentLike(tx, commentId, user_id);
    if (!changed) {
      const totals = await findCommentTotals(tx, commentId);
      if (!totals) throw new AppError('comment_not_found');
      return { ...totals, has_liked: liked };
    }
    const totals = await updateCommentLikes(tx, commentId, liked ? 1 : -1);
    if (!totals) throw new AppError('comment_not_found');
    const { post_id, like_count, version } = totals;
    await publish(tx, postChannel(post_id), 'comment.likes_changed', {
      comment_id: commentId,
      like_count,
      version,
      actor: { user_id, has_liked: liked },
    });
    await awardLikePoint(tx, 'comment_like', commentId, user_id, liked);
    if (liked) {
      await notify(tx, {
        space_id: spaceId,
        actor_id: user_id,
        notifications: [
          {
            type: 'post_like',
            user_ids: [totals.user_id],
            text: toPlainText(totals.body),
            target: { kind: 'comment', id: commentId, post_id },
          },
        ],
      });
    } else {
      await retractNotification(tx, {
        user_id: totals.user_id,
        type: 'post_like',
        space_id: spaceId,
        target: { id: commentId },
        actor_id: user_id,
      });
    }
    return { like_count, version, has_liked: liked };
  });
}
