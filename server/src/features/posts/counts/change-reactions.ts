import { feedChannel, postChannel, publish } from '#server/platform/live/publish.ts';
import type { ReactableTarget } from '#server/platform/targets.ts';
import { updateReactionCounts } from '../posts.queries.ts';

/** Counts a reaction to a post and publishes `post.stats_changed` to the space and to the post's readers. */
export const changePostReactions: ReactableTarget['change'] = async (tx, post_id, change) => {
  const counts = await updateReactionCounts(tx, post_id, change);
  if (!counts) return null;
  const { space_id, user_id: author_id, title: text, is_limited, ...totals } = counts;
  const { kind, by, actor_id } = change;
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
