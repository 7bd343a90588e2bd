import type { LivePayload } from '#contract/live.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { feedChannel, type OutgoingEvent, postChannel } from '#server/platform/live/publish.ts';
import { incrementCommentCount, lowerCommentCount } from '../posts.queries.ts';
import { lowerCountOfDeletedPost } from '../removal.queries.ts';

type Totals = Omit<LivePayload<'post.stats_changed'>, 'post_id' | 'actor'>;

/**
 * Returns the events with a post's totals after a comment was added or deleted. Clients that have a post open are subscribed to its
 * space too, so they would receive every comment twice. They aren't subscribed to the channel of a category with access rules.
 */
function toCountsEvents(
  space_id: string,
  postId: string,
  { is_limited, ...totals }: Totals & { is_limited: boolean },
): OutgoingEvent[] {
  const channel = feedChannel({ space_id, is_limited, ...totals });
  const channels = is_limited ? [channel, postChannel(postId)] : [channel];
  const payload = { post_id: postId, ...totals, actor: null };
  return channels.map((to) => ({ channel: to, type: 'post.stats_changed', payload }));
}

/**
 * Counts a comment less, after it was deleted, and returns the events to publish.
 * @throws AppError `post_not_found` when the post is deleted
 */
async function decrementCommentCount(tx: Tx, postId: string): Promise<OutgoingEvent[]> {
  const counts = await lowerCommentCount(tx, postId);
  if (!counts) throw new AppError('post_not_found');
  const { space_id, user_id: _author, title: _title, ...totals } = counts;
  return toCountsEvents(space_id, postId, totals);
}

/**
 * Changes of a post's comment count. A new comment is counted in the statement that inserts it, with
 * `incrementCommentCount`; `toEvents` returns the events to publish for it.
 */
export const commentCount = {
  incrementCommentCount,
  decrementCommentCount,
  lowerCountOfDeletedPost,
  toEvents: toCountsEvents,
};
