import { feedChannel, postChannel, publish } from '#server/platform/live/publish.ts';
import type { ReactableTarget } from '#server/platform/targets.ts';
import { postReaders } from '../../access/index.ts';
import { lockPostCategory } from '../../spaces/index.ts';
import { updateReactionCounts } from '../posts.queries.ts';

/**
 * Counts a reaction to a post and publishes `post.stats_changed` to the space and to the post's readers. Null, too, if the post
 * isn't open to the actor anymore.
 */
export const changePostReactions: ReactableTarget['change'] = async (tx, post_id, change) => {
  const { kind, by, actor_id } = change;
  // Sent together: whether the category has rules is read under its lock.
  const [, counts] = await Promise.all([
    lockPostCategory(tx, post_id),
    updateReactionCounts(tx, post_id, change),
  ]);
  if (!counts) return null;
  const { space_id, user_id: author_id, title: text, is_limited, ...totals } = counts;
  if (is_limited && (await postReaders.listReaders(tx, post_id, [actor_id])).length === 0) return null;
  await publish(
    tx,
    [feedChannel({ space_id, is_limited, ...totals }), postChannel(post_id)],
    'post.stats_changed',
    {
      post_id,
      ...totals,
      actor: { user_id: actor_id, kind, is_given: by === 1 },
    },
  );
  return { author_id, post_id: null, text, ...totals };
};
