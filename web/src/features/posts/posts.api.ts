import type { QueryClient } from '@tanstack/react-query';
import { type CommentSearch, loadComments } from '#web/features/comments/index.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import { postEntity } from './posts.entity.ts';

/** A post by slug or ID. */
export const postQuery = (subdomain: string, slug: string) => ({
  ...apiQuery('get_post_by_slug', { subdomain, slug }, ({ post, removal, live_cursor }, client) => {
    writeEntities(client, postEntity, [post]);
    return { post_id: post.id, removal, live_cursor };
  }),
  staleTime: Number.POSITIVE_INFINITY,
});

const onServer = typeof window === 'undefined';

/**
 * Loads a post and its first page of comments before the route renders.
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
