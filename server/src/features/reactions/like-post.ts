import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireActiveMember } from '../members/index.ts';
import { notify, retractNotification } from '../notifications/index.ts';
import { awardLikePoint } from '../points/index.ts';
import { changePostCounts } from '../posts/index.ts';
import { deletePostLike, findPostTotals, insertPostLike } from './reactions.queries.ts';

export interface LikeResponse {
  like_count: number;
  has_liked: boolean;
  version: number;
}

/** Adds or removes the viewer's like of a post. Does nothing if it is in that state already. */
export async function setPostLike(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  postId: string,
  liked: boolean,
): Promise<LikeResponse> {
  const { user_id } = viewer;
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, spaceId, user_id);
    const changed = liked
      ? await insertPostLike(tx, { post_id: postId, user_id, space_id: spaceId, created_at: nowIso() })
      : await deletePostLike(tx, postId, user_id);
    if (!changed) {
      const totals = await findPostTotals(tx, postId);
      if (!totals) throw new AppError('post_not_found');
      return { ...totals, has_liked: liked };
    }
    const post = await changePostCounts(tx, postId, { likes: liked ? 1 : -1 }, { user_id, has_liked: liked });
    await awardLikePoint(tx, 'post_like', postId, user_id, liked);
    if (liked) {
      await notify(tx, {
        space_id: spaceId,
        actor_id: user_id,
        notifications: [
          {
            type: 'post_like',
            user_ids: [post.user_id],
            text: post.title,
            target: { kind: 'post', id: postId },
          },
        ],
      });
    } else {
      await retractNotification(tx, {
        user_id: post.user_id,
        type: 'post_like',
        space_id: spaceId,
        target: { id: postId },
        actor_id: user_id,
      });
    }
    return { like_count: post.like_count, has_liked: liked, version: post.version };
  });
}
