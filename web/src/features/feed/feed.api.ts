import type { QueryClient } from '@tanstack/react-query';
import { type CommentSearch, loadComments } from '#web/features/comments/index.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/query-client.ts';
import type { FeedInput } from './feed-arrivals.ts';

/** What the address of a feed says besides the space. */
export interface FeedSearch {
  sort?: 'new';
  category?: string;
}

/** Reads sort and category from an address; what it does not know it leaves out. */
export function toFeedSearch(search: Record<string, unknown>): FeedSearch {
  const { sort, category } = search;
  return {
    ...(sort === 'new' ? { sort } : {}),
    ...(typeof category === 'string' && /^[0-9a-f-]{36}$/i.test(category) ? { category } : {}),
  };
}

export const toFeedInput = (spaceId: string, { sort, category }: FeedSearch): FeedInput => ({
  space_id: spaceId,
  sort: sort ?? 'default',
  ...(category ? { category_id: category } : {}),
});

/** A page of a feed as the cache keeps it. */
export interface FeedPage {
  post_ids: string[];
  next_cursor: string | null;
  live_cursor: number;
}

/** A space's feed, 25 a page: ids, and where the live channel stood when each was read. Live events keep it true. */
export const feedPages = (input: FeedInput) => ({
  ...apiPages('list_posts', input, ({ posts, next_cursor, live_cursor }, client): FeedPage => {
    writeEntities(client, { post: posts });
    return { post_ids: posts.map((post) => post.id), next_cursor, live_cursor };
  }),
  staleTime: Number.POSITIVE_INFINITY,
});

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
