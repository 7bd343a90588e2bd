import type { QueryClient } from '@tanstack/react-query';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/query-client.ts';

export type FeedSort = 'default' | 'new';

/** A space's feed, a page of 25 at a time: ids, and where the live channel stood when each page was read. */
export const feedPages = (spaceId: string, sort: FeedSort = 'default', categoryId?: string) =>
  apiPages(
    'list_posts',
    { space_id: spaceId, sort, ...(categoryId ? { category_id: categoryId } : {}) },
    ({ posts, next_cursor, live_cursor }, client) => {
      writeEntities(client, { post: posts });
      return { post_ids: posts.map((post) => post.id), next_cursor, live_cursor };
    },
  );

/** A post by its address: the slug, or the id. */
export const postQuery = (subdomain: string, slug: string) =>
  apiQuery('get_post_by_slug', { subdomain, slug }, ({ post, live_cursor }, client) => {
    writeEntities(client, { post: [post] });
    return { post_id: post.id, live_cursor };
  });

/** Loads the first page of a feed before its route shows. */
export async function loadFeed(client: QueryClient, spaceId: string): Promise<void> {
  await client.ensureInfiniteQueryData(feedPages(spaceId));
}

/**
 * Loads a post before its route shows.
 * @throws ApiError `post_not_found`.
 */
export async function loadPost(
  client: QueryClient,
  subdomain: string,
  slug: string,
): Promise<{ post_id: string }> {
  const { post_id } = await client.ensureQueryData(postQuery(subdomain, slug));
  return { post_id };
}
