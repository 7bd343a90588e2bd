import type { QueryClient } from '@tanstack/react-query';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { postQuery } from './posts.api.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Resolves `?highlight=` (a post) or `?highlight_comment=` of a feed URL to a path below `/{subdomain}` that opens the
 * post, or the page of a course, with the target highlighted. Returns null if the space has no such post or comment.
 */
export async function findHighlight(
  client: QueryClient,
  space: { space_id: string; subdomain: string },
  search: URLSearchParams,
): Promise<string | null> {
  const [postId, commentId] = [search.get('highlight'), search.get('highlight_comment')];
  const rest = commentId === null ? `highlight=${postId}` : `highlight_comment=${commentId}`;
  try {
    if (commentId && uuid.test(commentId)) {
      const target = { space_id: space.space_id, target_id: commentId };
      const { post, page } = await getApiClient(client)('find_comment', target);
      if (page) return `/space/classroom/${page.course_id}?md=${page.id}&${rest}`;
      if (post) return toPath(post.slug, rest);
    }
    const slug = postId && uuid.test(postId) ? await findSlug(client, space.subdomain, postId) : null;
    return slug && toPath(slug, rest);
  } catch {
    // On any failure the feed is shown without a highlight.
    return null;
  }
}

const toPath = (slug: string, rest: string) => `/post/${encodeURIComponent(slug)}?${rest}`;

async function findSlug(client: QueryClient, subdomain: string, postId: string): Promise<string | null> {
  const { post_id } = await client.ensureQueryData(postQuery(subdomain, postId));
  return readEntity(client, 'post', post_id)?.slug ?? null;
}
