import { parseChannel } from '#contract/values/channels.ts';
import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { applyToCachedFeeds, refetchFeeds } from '../feed.live.ts';

/*
 * The channels of categories with rules. Loaded by the component that subscribes to them; what the same events do to posts, and
 * new posts to feeds, doesn't depend on the channel.
 */

/** The spaces of the categories whose channels this page has subscribed to, by their ids. */
export const spacesOfCategories = new Map<string, string>();

registerLiveHandler('post.stats_changed', (event, { client }) => {
  const { kind, id } = parseChannel(event.channel);
  const spaceId = kind === 'category' ? spacesOfCategories.get(id) : undefined;
  if (spaceId) applyToCachedFeeds(event, client, spaceId);
});

registerChannelRefetch('category', (id, context) => {
  const spaceId = spacesOfCategories.get(id);
  if (spaceId) refetchFeeds(spaceId, context);
});
