import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post } from '#contract/features/posts/posts.ts';
import { postEntity } from '#web/features/posts/index.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages, getApiClient } from '#web/lib/cache/query-client.ts';
import { type FeedInput, feedChanges, noFeedChanges } from './feed-changes.ts';

/** Search parameters of a feed URL. The defaults are sorting by last activity, and the last 7 days for `top`. */
export interface FeedSearch {
  sort?: 'new' | 'top';
  period?: '30d' | 'all';
  category?: string;
}

/** Parses the search parameters of a feed URL; drops unknown values. */
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

/** A feed page in the query cache. */
export interface FeedPage {
  post_ids: string[];
  /** When each pinned post of the page was pinned. Empty unless sorted by last activity, where they come first. */
  pins: Record<string, string>;
  /** Last activity of the last post of the page. */
  until: string | null;
  next_cursor: string | null;
  live_cursor: number;
}

/**
 * The feed of a space, 25 posts a page: post IDs and the live cursor at the time of loading. Live events keep it
 * current.
 */
export const feedPages = (input: FeedInput) => ({
  ...apiPages('list_posts', input, ({ posts, next_cursor, live_cursor }, client): FeedPage => {
    writeEntities(client, postEntity, posts);
    return toFeedPage(input, posts, next_cursor, live_cursor);
  }),
  staleTime: Number.POSITIVE_INFINITY,
  // Keeps the pages, so that returning from a post restores the scroll position.
  gcTime: Number.POSITIVE_INFINITY,
});

export function toFeedPage(
  { sort }: FeedInput,
  posts: Post[],
  next_cursor: string | null,
  live_cursor: number,
): FeedPage {
  const pinned = sort === 'default' ? posts : [];
  return {
    post_ids: posts.map((post) => post.id),
    pins: Object.fromEntries(pinned.flatMap(({ id, pinned_at }) => (pinned_at ? [[id, pinned_at]] : []))),
    until: posts.at(-1)?.last_activity_at ?? null,
    next_cursor,
    live_cursor,
  };
}

/**
 * Loads the first page again and replaces all loaded pages with it in one step.
 * @throws the error of the request; the feed is then unchanged.
 */
export async function reloadFeed(client: QueryClient, input: FeedInput): Promise<void> {
  const { posts, next_cursor, live_cursor } = await getApiClient(client)('list_posts', input);
  const pages = feedPages(input);
  // A next page that is still loading would bring the old pages back with it.
  await client.cancelQueries(pages);
  writeEntities(client, postEntity, posts);
  feedChanges.update(client, input, () => noFeedChanges);
  client.setQueryData<InfiniteData<FeedPage, string | null>>(pages.queryKey, {
    pages: [toFeedPage(input, posts, next_cursor, live_cursor)],
    pageParams: [null],
  });
}

/**
 * Loads the first page of a feed: on the server before rendering, in the browser while the skeleton is shown. Does not
 * throw; the feed shows the error itself.
 */
export async function loadFeed(client: QueryClient, spaceId: string, search: FeedSearch): Promise<void> {
  const loaded = client.prefetchInfiniteQuery(feedPages(toFeedInput(spaceId, search)));
  if (typeof window === 'undefined') await loaded;
}
