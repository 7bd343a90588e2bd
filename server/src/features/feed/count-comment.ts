import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type OutgoingEvent, spaceTopic } from '#server/platform/live/publish.ts';
import { updatePostCounts } from './feed.queries.ts';

/**
 * Counts a comment of a post, or with -1 one less, and answers the event that says so. It goes to the space alone: whoever
 * has a post open hears its space too, and need not hear of every comment twice.
 * @throws AppError `post_not_found` when the post is gone
 */
export async function countComment(
  tx: Tx,
  postId: string,
  comments: 1 | -1,
  activityAt?: string,
): Promise<OutgoingEvent> {
  const change = activityAt === undefined ? { comments } : { comments, activity_at: activityAt };
  const counts = await updatePostCounts(tx, postId, change);
  if (!counts) throw new AppError('post_not_found');
  const { space_id, ...totals } = counts;
  const payload = { post_id: postId, ...totals, actor: null };
  return { topic: spaceTopic(space_id), type: 'post.counts', payload };
}
