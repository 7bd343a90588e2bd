import type { Post } from '#contract/features/posts/posts.ts';
import { onPostChange, postEntity } from '#web/features/posts/index.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { addItem, dropHeldItem, mergeRefetched } from '#web/lib/list/list-changes.ts';
import { cachedInputs } from '#web/lib/list/live-list.ts';
import {
  type EventOf,
  type LiveContext,
  registerChannelRefetch,
  registerLiveHandler,
} from '#web/lib/live/live-client.ts';
import { feedPages } from './feed.api.ts';
import {
  type FeedChanges,
  type FeedInput,
  feedChanges,
  isInFeed,
  isMovedTo,
  recordPin,
  recordReceived,
} from './feed-changes.ts';

type FeedEvent =
  | EventOf<'post.created'>
  | EventOf<'post.deleted'>
  | EventOf<'post.stats_changed'>
  | EventOf<'post.moved'>;
/** How many posts with new comments are kept per feed. */
const maxActivePosts = 50;
/** How many moves of posts are kept per feed. */
const maxMoves = 50;

/** Applies an event to the changes of a feed. Idempotent. */
export function applyToFeed(changes: FeedChanges, event: FeedEvent, feed: FeedInput): FeedChanges {
  switch (event.type) {
    case 'post.deleted': {
      const { post_id } = event.payload;
      const active = changes.active.filter(({ id }) => id !== post_id);
      const isActive = active.length !== changes.active.length;
      return dropHeldItem(isActive ? { ...changes, active } : changes, post_id);
    }
    case 'post.stats_changed': {
      const { post_id: id, last_activity_at: at, category_id, actor } = event.payload;
      // Likes do not change the order of this feed.
      const isInThisFeed = feed.category_id === undefined || feed.category_id === category_id;
      if (feed.sort !== 'default' || actor !== null || !isInThisFeed) return changes;
      const known = changes.active.find((one) => one.id === id);
      if (known && known.at >= at) return changes;
      const others = changes.active.filter((one) => one.id !== id);
      return { ...changes, active: [{ id, seq: event.seq, at }, ...others].slice(0, maxActivePosts) };
    }
    case 'post.created': {
      const { post } = event.payload;
      // A new post has no likes yet, so it does not affect a feed sorted by likes.
      if (feed.sort === 'top' || !isInFeed(feed, post)) return changes;
      return addItem(changes, { id: post.id }, event.seq);
    }
    case 'post.moved': {
      const { post_id, category_id, version } = event.payload;
      // Several channels carry it, in any order, and only that of a category with rules has its id.
      const known = changes.moves[post_id];
      const isSame = known?.version === version;
      if (known && (isSame ? category_id === null || known.category_id !== null : known.version > version))
        return changes;
      const move = { seq: event.seq, version, category_id, received: isSame ? known.received : null };
      return withLatestMoves({ ...changes, moves: { ...changes.moves, [post_id]: move } });
    }
    default:
      return event satisfies never;
  }
}

/** Returns the changes with the latest moves only. Without an earlier one, only a reload shows the current feed. */
function withLatestMoves(changes: FeedChanges): FeedChanges {
  const moves = Object.entries(changes.moves);
  if (moves.length <= maxMoves) return changes;
  const latest = moves.toSorted(([, a], [, b]) => b.seq - a.seq).slice(0, maxMoves);
  return { ...changes, moves: Object.fromEntries(latest), isOutdated: true };
}

/** Returns the inputs of all cached feeds of a space, or of all spaces. */
const cachedFeeds: (client: LiveContext['client'], spaceId?: string) => FeedInput[] = (client, spaceId) =>
  cachedInputs<FeedInput>(client, 'list_posts', spaceId === undefined ? undefined : { space_id: spaceId });

export function applyToCachedFeeds(
  event: FeedEvent,
  client: LiveContext['client'],
  spaceId: string | undefined,
): void {
  for (const feed of cachedFeeds(client, spaceId))
    feedChanges.update(client, feed, (changes) => applyToFeed(changes, event, feed));
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

registerLiveHandler('post.moved', (event, { client }) =>
  applyToCachedFeeds(event, client, event.payload.space_id),
);

onPostChange((post, client) => {
  for (const feed of cachedFeeds(client, post.space_id))
    feedChanges.update(client, feed, (changes) => recordReceived(recordPin(changes, feed, post), post));
});

/** Refetches as many pages as are loaded, without moving the posts on screen. */
async function refetchFeed(feed: FeedInput, { client }: LiveContext): Promise<void> {
  const old = client.getQueryData(feedPages(feed).queryKey);
  if (!old) return;
  const { pins: earlierPins } = feedChanges.read(client, feed);
  const loadedIds = old.pages.flatMap((page) => page.post_ids);
  const fresh: Post[] = [];
  let cursor: string | null = null;
  let seq: number | null = null;
  for (let page = 0; page < old.pages.length && (page === 0 || cursor !== null); page += 1) {
    const response: { posts: Post[]; next_cursor: string | null; live_cursor: number } = await getApiClient(
      client,
    )('list_posts', cursor === null ? feed : { ...feed, cursor });
    writeEntities(client, postEntity, response.posts);
    fresh.push(...response.posts);
    cursor = response.next_cursor;
    seq ??= response.live_cursor;
  }
  feedChanges.update(client, feed, (now) =>
    mergeFreshFeed(now, {
      feed,
      loadedIds,
      loadedSeq: old.pages[0]?.live_cursor ?? 0,
      fresh,
      earlierPins,
      seq: seq ?? 0,
      isComplete: cursor === null,
    }),
  );
}

interface FreshFeed {
  feed: FeedInput;
  loadedIds: readonly string[];
  /** Live cursor of the loaded pages. */
  loadedSeq: number;
  fresh: readonly Post[];
  /** The pins that were known when the feed was requested. */
  earlierPins: FeedChanges['pins'];
  seq: number;
  isComplete: boolean;
}

/** Returns the moves without earlier ones that a refetched feed contradicts: a post was moved again while events were missed. */
function withoutUndone(moves: FeedChanges['moves'], { feed, fresh, seq }: FreshFeed): FeedChanges['moves'] {
  const ids = new Set(fresh.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(moves).filter(([id, move]) => move.seq > seq || isMovedTo(feed, move) === ids.has(id)),
  );
}

/** Compares a refetched feed with the loaded one: posts as in other lists, and the pins of the new response. */
export function mergeFreshFeed(changes: FeedChanges, response: FreshFeed): FeedChanges {
  const { feed, fresh } = response;
  const entries = fresh.map(({ id }) => ({ id }));
  const moves = withoutUndone(changes.moves, response);
  // Events that came while the responses were on their way are newer than these.
  const pinned = Object.entries(changes.pins).filter(([id, at]) => at !== response.earlierPins[id]);
  const active = changes.active.filter(({ seq }) => seq > response.seq);
  const movedSince = [...pinned.map(([id]) => id), ...active.map(({ id }) => id)];
  const merged = { ...mergeRefetched(changes, { ...response, fresh: entries, movedSince }), moves };
  // Only a reload replaces the pages in which a move was forgotten.
  merged.isOutdated ||= changes.isOutdated;
  // A post that was moved here has its position in the list, and isn't a new one.
  const hasEntered = (id: string) => {
    const move = moves[id];
    return move !== undefined && move.seq > response.loadedSeq && isMovedTo(feed, move);
  };
  merged.added = merged.added.filter((item) => changes.added.includes(item) || !hasEntered(item.entry.id));
  if (merged.isOutdated || feed.sort !== 'default') return merged;
  const pins: FeedChanges['pins'] = Object.fromEntries(response.loadedIds.map((id) => [id, null]));
  for (const { id, pinned_at } of fresh) pins[id] = pinned_at;
  return { ...merged, pins: { ...pins, ...Object.fromEntries(pinned) }, active };
}

export function refetchFeeds(spaceId: string, context: LiveContext): void {
  // A viewer who lost access is redirected by the space page.
  for (const feed of cachedFeeds(context.client, spaceId)) void refetchFeed(feed, context).catch(() => {});
}
registerChannelRefetch('space', refetchFeeds);
