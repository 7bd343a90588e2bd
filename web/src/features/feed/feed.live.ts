import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post } from '#contract/posts.ts';
import { onPostChange } from '#web/features/posts/index.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import {
  type EventOf,
  type LiveContext,
  registerChannelRefetch,
  registerLiveHandler,
} from '#web/lib/live/live-client.ts';
import type { FeedPage } from './feed.api.ts';
import {
  type FeedArrivals,
  type FeedInput,
  isInFeed,
  recordPin,
  updateFeedArrivals,
} from './feed-arrivals.ts';

type FeedEvent = EventOf<'post.created'> | EventOf<'post.deleted'> | EventOf<'post.stats_changed'>;
/** How many posts with new comments are kept per feed. */
const maxActivePosts = 50;

/** Applies an event to the arrivals of a feed. Idempotent. */
export function applyToFeed(arrivals: FeedArrivals, event: FeedEvent, feed: FeedInput): FeedArrivals {
  switch (event.type) {
    case 'post.deleted': {
      // A post that is held back is dropped; one on screen stays and shows that it was deleted.
      const { post_id } = event.payload;
      const items = arrivals.items.filter(({ id, shown }) => shown || id !== post_id);
      const active = arrivals.active.filter(({ id }) => id !== post_id);
      const isSame = items.length === arrivals.items.length && active.length === arrivals.active.length;
      return isSame ? arrivals : { ...arrivals, items, active };
    }
    case 'post.stats_changed': {
      const { post_id: id, last_activity_at: at, category_id, actor } = event.payload;
      // Likes do not change the order of this feed.
      const isInThisFeed = feed.category_id === undefined || feed.category_id === category_id;
      if (feed.sort !== 'default' || actor !== null || !isInThisFeed) return arrivals;
      const known = arrivals.active.find((one) => one.id === id);
      if (known && known.at >= at) return arrivals;
      const others = arrivals.active.filter((one) => one.id !== id);
      return { ...arrivals, active: [{ id, seq: event.seq, at }, ...others].slice(0, maxActivePosts) };
    }
    case 'post.created': {
      const { post } = event.payload;
      // A new post has no likes yet, so it does not affect a feed sorted by likes.
      if (feed.sort === 'top' || !isInFeed(feed, post)) return arrivals;
      if (arrivals.items.some(({ id }) => id === post.id)) return arrivals;
      return { ...arrivals, items: [{ id: post.id, seq: event.seq, shown: false }, ...arrivals.items] };
    }
    default:
      return event satisfies never;
  }
}

/** Returns the inputs of all cached feeds, optionally of one space. */
function cachedFeeds(client: QueryClient, spaceId?: string): FeedInput[] {
  const queryKey = spaceId ? ['list_posts', { space_id: spaceId }] : ['list_posts'];
  return client
    .getQueryCache()
    .findAll({ queryKey })
    .map((query) => query.queryKey[1] as FeedInput);
}

function applyToCachedFeeds(event: FeedEvent, client: QueryClient, spaceId: string | undefined): void {
  for (const feed of cachedFeeds(client, spaceId))
    updateFeedArrivals(client, feed, (arrivals) => applyToFeed(arrivals, event, feed));
}

registerLiveHandler('post.created', (event, { client }) =>
  applyToCachedFeeds(event, client, event.payload.post.space_id),
);

registerLiveHandler('post.deleted', (event, { client }) =>
  applyToCachedFeeds(event, client, readEntity(client, 'post', event.payload.post_id)?.space_id),
);

registerLiveHandler('post.stats_changed', (event, { client }) => {
  // The channel of the post carries the same event for viewers who opened only the post.
  if (event.channel.startsWith('space:'))
    applyToCachedFeeds(event, client, event.channel.slice('space:'.length));
});

onPostChange((post, client) => {
  for (const feed of cachedFeeds(client, post.space_id))
    updateFeedArrivals(client, feed, (arrivals) => recordPin(arrivals, feed, post));
});

/** Refetches as many pages as are loaded, without moving the posts on screen. */
async function refetchFeed(feed: FeedInput, { client }: LiveContext): Promise<void> {
  const old = client.getQueryData<InfiniteData<FeedPage>>(['list_posts', feed]);
  if (!old) return;
  const oldIds = old.pages.flatMap((page) => page.post_ids);
  const fresh: Post[] = [];
  let cursor: string | null = null;
  let seq: number | null = null;
  for (let page = 0; page < old.pages.length && (page === 0 || cursor !== null); page += 1) {
    const response: { posts: Post[]; next_cursor: string | null; live_cursor: number } = await getApiClient(
      client,
    )('list_posts', cursor === null ? feed : { ...feed, cursor });
    writeEntities(client, { post: response.posts });
    fresh.push(...response.posts);
    cursor = response.next_cursor;
    seq ??= response.live_cursor;
  }
  updateFeedArrivals(client, feed, (now) =>
    mergeFreshFeed(now, { oldIds, fresh, seq: seq ?? 0, whole: cursor === null }),
  );
}

/** Compares a refetched feed with the loaded one and returns which posts are new and which are gone. */
export function mergeFreshFeed(
  arrivals: FeedArrivals,
  { oldIds, fresh, seq, whole }: { oldIds: string[]; fresh: Post[]; seq: number; whole: boolean },
): FeedArrivals {
  const known = new Set([...oldIds, ...arrivals.items.map(({ id }) => id)]);
  const freshIds = new Set(fresh.map(({ id }) => id));
  const isOverlapping = oldIds.length === 0 || oldIds.some((id) => freshIds.has(id));
  if (!isOverlapping) return { ...arrivals, outdated: true };
  const added = fresh.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, seq, shown: false }));
  const deletedIds = whole ? oldIds.filter((id) => !freshIds.has(id)) : [];
  const pins: FeedArrivals['pins'] = Object.fromEntries(oldIds.map((id) => [id, null]));
  for (const { id, pinned_at } of fresh) pins[id] = pinned_at;
  return { items: [...added, ...arrivals.items], deletedIds, pins, active: [], outdated: false };
}

registerChannelRefetch('space', (id, context) => {
  // A viewer who lost access is redirected by the space page.
  for (const feed of cachedFeeds(context.client, id)) void refetchFeed(feed, context).catch(() => {});
});
