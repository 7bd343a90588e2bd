import type { QueryClient } from '@tanstack/react-query';
import { callOf } from '#web/lib/query-client.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The path below `/{subdomain}` of what `?highlight=` (a post) or `?highlight_comment=` of a feed's address names, where it
 * stands marked; null when the space has no such thing.
 */
export async function findHighlight(
  client: QueryClient,
  spaceId: string,
  search: URLSearchParams,
): Promise<string | null> {
  const [postId, commentId] = [search.get('highlight'), search.get('highlight_comment')];
  try {
    if (commentId && uuid.test(commentId)) {
      const ids = { space_id: spaceId, target_id: commentId };
      const { post } = await callOf(client)('find_comment', ids);
      return post && `/post/${encodeURIComponent(post.slug)}?highlight_comment=${commentId}`;
    }
    if (postId && uuid.test(postId)) {
      const { post } = await callOf(client)('get_post', { post_id: postId });
      return post.space_id === spaceId ? `/post/${encodeURIComponent(post.slug)}?highlight=${postId}` : null;
    }
  } catch {
    // Whatever it was, the feed is there.
  }
  return null;
}
