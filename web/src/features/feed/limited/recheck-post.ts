import type { QueryClient } from '@tanstack/react-query';
import type { LivePayload } from '#contract/live.ts';
import { postEntity } from '#web/features/posts/index.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { patchEntity, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { reloadFeeds } from './reload-feeds.ts';

/** Loads a post that was moved to another category again, and hides it if the viewer can't open that. Does nothing if the page doesn't have it. */
export async function recheckPost(
  client: QueryClient,
  { space_id, post_id, version }: LivePayload<'post.moved'>,
): Promise<void> {
  if (!readEntity(client, 'post', post_id)) return;
  await getApiClient(client)('get_post', { post_id }).then(
    ({ post }) => writeEntities(client, postEntity, [post]),
    (error: unknown) => {
      if (!isApiError(error, 'post_not_found')) return reloadFeeds(client, space_id);
      // Its version keeps a list that was requested before from showing the post again.
      patchEntity(client, 'post', post_id, (post) => ({
        deleted_at: new Date().toISOString(),
        version: Math.max(post.version, version),
      }));
    },
  );
  // Its own page, which then says that there's no such post.
  void client.invalidateQueries({
    predicate: ({ queryKey: [operation], state }) =>
      operation === 'get_post_by_slug' &&
      (state.data as { post_id?: string } | undefined)?.post_id === post_id,
  });
  void client.invalidateQueries({ queryKey: ['get_notifications_with_actors'] });
  void client.invalidateQueries({ queryKey: ['list_category_posts', { space_id }] });
}
