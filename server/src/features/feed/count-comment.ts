import type { LivePayload } from '#contract/live.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type OutgoingEvent, spaceTopic } from '#server/platform/live/publish.ts';
import { countingComment, updatePostCounts } from './feed.queries.ts';

type Totals = Omit<LivePayload<'post.stats_changed'>, 'post_id' | 'actor'>;

/**
 * A post's totals after a comment came or went. They go to the space alone: whoever has a post open hears its space too,
 * and need not hear of every comment twice.
 */
function toCountsEvent(spaceId: string, postId: string, totals: Totals): OutgoingEvent {
  return {
    topic: spaceTopic(spaceId),
    type: 'post.stats_changed',
    payload: { post_id: postId, ...totals, actor: null },
  };
}

/**
 * Counts one comment of a post less, and answers the event that says so.
 * @throws AppError `post_not_found` when the post is gone
 */
async function countOneLess(tx: Tx, postId: string): Promise<OutgoingEvent> {
  const counts = await updatePostCounts(tx, postId, { comments: -1 });
  if (!counts) throw new AppError('post_not_found');
  const { space_id, user_id: _author, title: _title, ...totals } = counts;
  return toCountsEvent(space_id, postId, totals);
}

/** How comments are counted. A new one is, within the statement that writes it, by `incrementCommentCount`; `toEvent` tells of it. */
export const commentCount = {
  incrementCommentCount: countingComment,
  oneLess: countOneLess,
  toEvent: toCountsEvent,
};
