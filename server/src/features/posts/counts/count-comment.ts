import type { LivePayload } from '#contract/live.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { feedChannel, type OutgoingEvent } from '#server/platform/live/publish.ts';
import { incrementCommentCount, lowerCommentCount } from '../posts.queries.ts';
import { lowerCountOfDeletedPost } from '../removal.queries.ts';

type Totals = Omit<LivePayload<'post.stats_changed'>, 'post_id' | 'actor'>;

/**
 * Returns the event with a post's totals after a comment was added or deleted. It goes to the channel of the feed only:
 * clients that have a post open are subscribed to that too and would otherwise receive every comment twice.
 */
function toCountsEvent(
  space_id: string,
  postId: string,
  { is_limited, ...totals }: Totals & { is_limited: boolean },
): OutgoingEvent {
  return {
    channel: feedChannel({ space_id, is_limited, ...totals }),
    type: 'post.stats_changed',
    payload: { post_id: postId, ...totals, actor: null },
  };
}

/**
 * Counts a comment less, after it was deleted, and returns the event to publish.
 * @throws AppError `post_not_found` when the post is deleted
 */
async function decrementCommentCount(tx: Tx, postId: string): Promise<OutgoingEvent> {
  const counts = await lowerCommentCount(tx, postId);
  if (!counts) throw new AppError('post_not_found');
  const { space_id, user_id: _author, title: _title, ...totals } = counts;
  return toCountsEvent(space_id, postId, totals);
}

/**
 * Changes of a post's comment count. A new comment is counted in the statement that inserts it, with
 * `incrementCommentCount`; `toEvent` returns the event to publish for it.
 */
export const commentCount = {
  incrementCommentCount,
  decrementCommentCount,
  lowerCountOfDeletedPost,
  toEvent: toCountsEvent,
};
