import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { Post } from '#contract/feed.ts';

/** A post that came after the feed's pages were read. */
export interface PostArrival {
  id: string;
  /** Number of the event that brought it. */
  seq: number;
  /** Whether it stands in the list; else it waits behind the pill. */
  shown: boolean;
}

/** What happened to a feed since its pages were read, newest first. */
export interface FeedArrivals {
  items: PostArrival[];
  /** Posts that are gone without an event having said so. */
  gone: string[];
  /** Posts that were pinned (when) or unpinned (null) since. */
  pins: Record<string, string | null>;
  /** Posts that somebody commented on: the feed by activity may be without them. Newest first. */
  active: { id: string; seq: number; at: string }[];
  /** So much was missed that only reading the feed anew shows it. */
  outdated: boolean;
}

export interface FeedInput {
  space_id: string;
  sort: 'default' | 'new' | 'top';
  /** For `top`. */
  period?: '7d' | '30d' | 'all';
  category_id?: string;
}

export const noArrivals: FeedArrivals = { items: [], gone: [], pins: {}, active: [], outdated: false };
const arrivalsKey = (input: FeedInput) => ['arrivals', 'posts', input] as const;

/**
 * The arrivals of a feed live beside its pages, not in them: a page on its way would overwrite what is put there
 * meanwhile. They are kept as long as the pages.
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
  /** Ids of the pages, in order. */
  ids: readonly string[];
  /** When those were pinned that were pinned when the pages were read. */
  pins: Readonly<Record<string, string>>;
  /** Where the live channel stood when the first page was read: what came before is in the pages. */
  cursor: number;
  /** The last activity of the last post that was read; null when there are no more pages to read. */
  until: string | null;
  /** What the feed's order looks at: larger stands higher. Only asked of posts that are not pinned any more. */
  rankOf: (id: string) => string | number;
}

/** A feed with what happened since it was read. */
export interface ArrangedFeed {
  /** In the order they stand: pinned first, then what was let in, then the pages. */
  shown: string[];
  /** How many of those stand before the pages. */
  ahead: number;
  /** New posts that wait. */
  waiting: string[];
  /** Posts that would stand on the pages read so far, for somebody commented on them, and do not. */
  missing: string[];
}

export function arrangeFeed(feed: LoadedFeed, arrivals: FeedArrivals): ArrangedFeed {
  const { items, gone, pins, active } = arrivals;
  const known = new Set(feed.ids);
  const isDeleted = new Set(gone);
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
    // Unpinned: back to where its order says; further down than what was read, its page will bring it.
    const place = ordinary.findIndex((other) => feed.rankOf(other) < feed.rankOf(id));
    if (place !== -1) ordinary.splice(place, 0, id);
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

/** Lets everything in that waits. */
export function showNewPosts(arrivals: FeedArrivals): FeedArrivals {
  return { ...arrivals, items: arrivals.items.map((item) => ({ ...item, shown: true })) };
}

/** Puts a post that the viewer has just written at the top, whether or not its event was faster. */
export function prependPost(arrivals: FeedArrivals, id: string): FeedArrivals {
  const others = arrivals.items.filter((item) => item.id !== id);
  return { ...arrivals, items: [{ id, seq: Number.MAX_SAFE_INTEGER, shown: true }, ...others] };
}

/** Whether a feed holds posts of this kind. */
export function belongsTo(
  feed: FeedInput,
  post: Pick<Post, 'space_id' | 'category_id'> & { post_type?: Post['post_type'] },
): boolean {
  return (
    post.space_id === feed.space_id &&
    post.post_type !== 'course_page' &&
    (feed.category_id === undefined || feed.category_id === post.category_id)
  );
}

/** Notes that a post is pinned now, or is not. What the pages say already is noted as well: it does no harm. */
export function recordPin(arrivals: FeedArrivals, feed: FeedInput, post: Post): FeedArrivals {
  const known = arrivals.pins[post.id];
  if (known === post.pinned_at) return arrivals;
  if (known === undefined && (!belongsTo(feed, post) || post.deleted_at !== null)) return arrivals;
  return { ...arrivals, pins: { ...arrivals.pins, [post.id]: post.pinned_at } };
}
