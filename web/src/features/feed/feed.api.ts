import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post } from '#contract/feed.ts';
import { type CommentSearch, loadComments } from '#web/features/comments/index.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages, apiQuery, getApiClient } from '#web/lib/query-client.ts';
import { type FeedInput, noArrivals, updateFeedArrivals } from './feed-arrivals.ts';

/** What the address of a feed says besides the space; what it does not say is by last activity, or the last 7 days. */
export interface FeedSearch {
  sort?: 'new' | 'top';
  period?: '30d' | 'all';
  category?: string;
}

/** Reads order, period and category from an address; what it does not know it leaves out. */
export function toFeedSearch(search: Record<string, unknown>): FeedSearch {
  const { sort, period, category } = search;
  return {
    ...(sort === 'new' || sort === 'top' ? { sort } : {}),
    ...(sort === 'top' && (period === '30d' || period === 'all') ? { period } : {}),
    ...(typeof category === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(category)
      ? { category: category.toLowerCase() }
      : {}),
  };
}

export const toFeedInput = (spaceId: string, { sort, period, category }: FeedSearch): FeedInput => ({
  space_id: spaceId,
  sort: sort ?? 'default',
  ...(sort === 'top' ? { period: period ?? '7d' } : {}),
  ...(category ? { category_id: category } : {}),
});

/** A page of a feed as the cache keeps it. */
export interface FeedPage {
  post_ids: string[];
  /** When those of them were pinned that are. */
  pins: Record<string, string>;
  /** The last activity of the last of them. */
  until: string | null;
  next_cursor: string | null;
  live_cursor: number;
}

/** A space's feed, 25 a page: ids, and where the live channel stood when each was read. Live events keep it true. */
export const feedPages = (input: FeedInput) => ({
  ...apiPages('list_posts', input, ({ posts, next_cursor, live_cursor }, client): FeedPage => {
    writeEntities(client, { post: posts });
    return toFeedPage(posts, next_cursor, live_cursor);
  }),
  staleTime: Number.POSITIVE_INFINITY,
  // Who reads a post for long comes back to the same place.
  gcTime: Number.POSITIVE_INFINITY,
});

export function toFeedPage(posts: Post[], next_cursor: string | null, live_cursor: number): FeedPage {
  return {
    post_ids: posts.map((post) => post.id),
    pins: Object.fromEntries(posts.flatMap(({ id, pinned_at }) => (pinned_at ? [[id, pinned_at]] : []))),
    until: posts.at(-1)?.last_activity_at ?? null,
    next_cursor,
    live_cursor,
  };
}

/**
 * Reads the first page anew and lets it take the place of everything that was read, in one step.
 * @throws what the request throws; the feed stays as it was.
 */
export async function renewFeed(client: QueryClient, input: FeedInput): Promise<void> {
  const { posts, next_cursor, live_cursor } = await getApiClient(client)('list_posts', input);
  writeEntities(client, { post: posts });
  updateFeedArrivals(client, input, () => noArrivals);
  client.setQueryData<InfiniteData<FeedPage, string | null>>(feedPages(input).queryKey, {
    pages: [toFeedPage(posts, next_cursor, live_cursor)],
    pageParams: [null],
  });
}

/** A post by its address: the slug, or the id. */
export const postQuery = (subdomain: string, slug: string) => ({
  ...apiQuery('get_post_by_slug', { subdomain, slug }, ({ post, removal, live_cursor }, client) => {
    writeEntities(client, { post: [post] });
    return { post_id: post.id, removal, live_cursor };
  }),
  staleTime: Number.POSITIVE_INFINITY,
});

const onServer = typeof window === 'undefined';

/**
 * Loads the first page of a feed: on the server before it is rendered, in the browser while it shows its outline. A
 * failure shows in the feed's place.
 */
export async function loadFeed(client: QueryClient, spaceId: string, search: FeedSearch): Promise<void> {
  const loaded = client.prefetchInfiniteQuery(feedPages(toFeedInput(spaceId, search)));
  if (onServer) await loaded;
}

/**
 * Loads a post with the first of its comments before its route shows.
 * @throws ApiError `post_not_found`.
 */
export async function loadPost(
  client: QueryClient,
  subdomain: string,
  slug: string,
  search: CommentSearch = {},
): Promise<{ post_id: string }> {
  const { post_id } = await client.ensureQueryData(postQuery(subdomain, slug));
  const comments = loadComments(client, post_id, search);
  if (onServer) await comments;
  return { post_id };
}
