import type { LivePayload } from '#contract/live.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { postChannel, publish, spaceChannel } from '#server/platform/live/publish.ts';
import { type PostCounts, updateLikeCount } from '../posts.queries.ts';

/**
 * Adds likes to a post and publishes `post.stats_changed` to the space and to the post's readers.
 * @throws AppError `post_not_found` when the post is deleted
 */
export async function changeLikeCount(
  tx: Tx,
  postId: string,
  by: number,
  actor: LivePayload<'post.stats_changed'>['actor'],
): Promise<PostCounts> {
  const counts = await updateLikeCount(tx, postId, by);
  if (!counts) throw new AppError('post_not_found');
  const { space_id, user_id: _author, title: _title, ...totals } = counts;
  await publish(tx, [spaceChannel(space_id), postChannel(postId)], 'post.stats_changed', {
    post_id: postId,
    ...totals,
    actor,
  });
  return counts;
}
