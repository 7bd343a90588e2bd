import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { Post } from '#contract/posts.ts';

/** A post created after the feed's pages were loaded. */
export interface PostArrival {
  id: string;
  /** Sequence number of its event. */
  seq: number;
  /** False while it is held back behind the "new posts" pill. */
  shown: boolean;
}

/** Changes to a feed since its pages were loaded, newest first. */
export interface FeedArrivals {
  items: PostArrival[];
  /** Posts found to be missing by a refetch, without an event. */
  deletedIds: string[];
  /** Posts pinned (time) or unpinned (null) since then. */
  pins: Record<string, string | null>;
  /** Posts with new comments, newest first. The feed sorted by activity may not contain them. */
  active: { id: string; seq: number; at: string }[];
  /** Too many events were missed; only a full reload shows the current feed. */
  outdated: boolean;
}

export interface FeedInput {
  space_id: string;
  sort: 'default' | 'new' | 'top';
  /** Only for `top`. */
  period?: '7d' | '30d' | 'all';
  category_id?: string;
}

export const noArrivals: FeedArrivals = { items: [], deletedIds: [], pins: {}, active: [], outdated: false };
const arrivalsKey = (input: FeedInput) => ['arrivals', 'posts', input] as const;

/**
 * Returns the arrivals of a feed. They are stored beside the pages because a page request in flight would overwrite
 * changes made inside them. They are cached as long as the pages.
 */
export function useFeedArrivals(input: FeedInput): FeedArrivals {
  const arrivals = useQuery<FeedArrivals>({
    queryKey: arrivalsKey(input),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return arrivals.data ?? noArrivals;
}

export function updateFeedArrivals(
  client: QueryClient,
  input: FeedInput,
  change: (arrivals: FeedArrivals) => FeedArrivals,
): void {
  client.setQueryData<FeedArrivals>(arrivalsKey(input), (now) => change(now ?? noArrivals));
}

export interface LoadedFeed {
  /** Post IDs of all pages, in order. */
  ids: readonly string[];
  /** When each post that was pinned at load time was pinned. */
  pins: Readonly<Record<string, string>>;
  /** Live cursor at the time the first page was loaded; earlier events are already in the pages. */
  cursor: number;
  /** Last activity of the last loaded post; null when there are no more pages. */
  until: string | null;
  /** Sort value of a post; larger sorts first. Only called for posts that were unpinned. */
  sortValueOf: (id: string) => string | number;
}

/** A feed with the changes since it was loaded applied. */
export interface ArrangedFeed {
  /** Display order: pinned posts, then new posts already shown, then the pages. */
  shown: string[];
  /** How many of `shown` come before the pages. */
  ahead: number;
  /** New posts that are held back. */
  waiting: string[];
  /** Posts that new comments would move onto the loaded pages, but that are not loaded. */
  missing: string[];
}

export function arrangeFeed(feed: LoadedFeed, arrivals: FeedArrivals): ArrangedFeed {
  const { items, deletedIds, pins, active } = arrivals;
  const known = new Set(feed.ids);
  const isDeleted = new Set(deletedIds);
  const pinnedAt = (id: string) => (id in pins ? pins[id] : feed.pins[id]) ?? null;
  const fresh = items.filter(({ id, seq }) => seq > feed.cursor && !known.has(id) && !isDeleted.has(id));
  const newlyPinned = Object.keys(pins).filter((id) => pins[id] !== null && !isDeleted.has(id));
  const all = new Set([...feed.ids.filter((id) => !isDeleted.has(id)), ...newlyPinned]);
  for (const { id, shown } of fresh) if (shown) all.add(id);

  const pinned = [...all]
    .filter((id) => pinnedAt(id) !== null)
    .toSorted((a, b) => (pinnedAt(b) ?? '').localeCompare(pinnedAt(a) ?? ''));
  const ordinary = [...known].filter(
    (id) => !isDeleted.has(id) && pinnedAt(id) === null && feed.pins[id] === undefined,
  );
  for (const id of known) {
    if (feed.pins[id] === undefined || pinnedAt(id) !== null || isDeleted.has(id)) continue;
    // Unpinned: returns to its sorted position. If that is beyond the loaded pages, a later page will contain it.
    const index = ordinary.findIndex((other) => feed.sortValueOf(other) < feed.sortValueOf(id));
    if (index !== -1) ordinary.splice(index, 0, id);
    else if (feed.until === null) ordinary.push(id);
  }
  const arrived = fresh.filter(({ id }) => pinnedAt(id) === null);
  const ahead = [...pinned, ...arrived.filter((item) => item.shown).map(({ id }) => id)];
  const shown = [...ahead, ...ordinary];
  const isShown = new Set(shown);
  return {
    shown,
    ahead: ahead.length,
    waiting: arrived.filter((item) => !item.shown).map(({ id }) => id),
    missing: active
      .filter(
        ({ id, seq, at }) =>
          seq > feed.cursor &&
          !isShown.has(id) &&
          !isDeleted.has(id) &&
          !items.some((item) => item.id === id) &&
          feed.until !== null &&
          at > feed.until,
      )
      .map(({ id }) => id),
  };
}

/** Shows all posts that are held back. */
export function showNewPosts(arrivals: FeedArrivals): FeedArrivals {
  return { ...arrivals, items: arrivals.items.map((item) => ({ ...item, shown: true })) };
}

/** Puts a post the viewer just published at the top, whether or not its event arrived first. */
export function prependPost(arrivals: FeedArrivals, id: string): FeedArrivals {
  const others = arrivals.items.filter((item) => item.id !== id);
  return { ...arrivals, items: [{ id, seq: Number.MAX_SAFE_INTEGER, shown: true }, ...others] };
}

/** Returns whether the post belongs in the feed. */
export function isInFeed(
  feed: FeedInput,
  post: Pick<Post, 'space_id' | 'category_id'> & { post_type?: Post['post_type'] },
): boolean {
  return (
    post.space_id === feed.space_id &&
    post.post_type !== 'course_page' &&
    (feed.category_id === undefined || feed.category_id === post.category_id)
  );
}

/** Records whether a post is pinned. Recording what the pages already contain is harmless. */
export function recordPin(arrivals: FeedArrivals, feed: FeedInput, post: Post): FeedArrivals {
  const known = arrivals.pins[post.id];
  if (known === post.pinned_at) return arrivals;
  if (known === undefined && (!isInFeed(feed, post) || post.deleted_at !== null)) return arrivals;
  return { ...arrivals, pins: { ...arrivals.pins, [post.id]: post.pinned_at } };
}
