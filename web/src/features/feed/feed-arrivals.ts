import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

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
  /** So much was missed that only reading the feed anew shows it. */
  outdated: boolean;
}

export interface FeedInput {
  space_id: string;
  sort: 'default' | 'new';
  category_id?: string;
}

export const noArrivals: FeedArrivals = { items: [], gone: [], outdated: false };
const arrivalsKey = (input: FeedInput) => ['arrivals', 'posts', input] as const;

/**
 * The arrivals of a feed live beside its pages, not in them: a page on its way would overwrite what is put there
 * meanwhile.
 */
export function useFeedArrivals(input: FeedInput): FeedArrivals {
  const arrivals = useQuery<FeedArrivals>({
    queryKey: arrivalsKey(input),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
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

interface LoadedFeed {
  /** Ids of the pages, in order. */
  ids: readonly string[];
  /** Where the live channel stood when the first page was read: what came before is in the pages. */
  cursor: number;
  isPinned: (id: string) => boolean;
}

/** The posts in the order they stand (pinned first, then what was let in, then the pages), and those that wait. */
export function arrangeFeed(
  { ids, cursor, isPinned }: LoadedFeed,
  { items, gone }: FeedArrivals,
): { shown: string[]; waiting: string[] } {
  const known = new Set(ids);
  const missing = new Set(gone);
  const fresh = items.filter(({ id, seq }) => seq > cursor && !known.has(id) && !missing.has(id));
  const loaded = [...known].filter((id) => !missing.has(id));
  return {
    shown: [
      ...loaded.filter(isPinned),
      ...fresh.filter(({ shown }) => shown).map(({ id }) => id),
      ...loaded.filter((id) => !isPinned(id)),
    ],
    waiting: fresh.filter(({ shown }) => !shown).map(({ id }) => id),
  };
}

/** Lets everything in that waits. */
export function letIn(arrivals: FeedArrivals): FeedArrivals {
  return { ...arrivals, items: arrivals.items.map((item) => ({ ...item, shown: true })) };
}

/** Puts a post that the viewer has just written at the top, whether or not its event was faster. */
export function putOnTop(arrivals: FeedArrivals, id: string): FeedArrivals {
  const others = arrivals.items.filter((item) => item.id !== id);
  return { ...arrivals, items: [{ id, seq: Number.MAX_SAFE_INTEGER, shown: true }, ...others] };
}
