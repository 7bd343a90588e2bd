import type { QueryClient } from '@tanstack/react-query';
import type { LivePayload } from '#contract/live.ts';
import { categoryLocksQuery } from '#web/features/access/index.ts';
import { postEntity } from '#web/features/posts/index.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { patchEntity, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { reloadFeeds } from './reload-feeds.ts';

type Move = LivePayload<'post.moved'>;

/** Returns whether the viewer can open every category with rules, or none; null if the page doesn't know, or they can open some. */
function areKnownOpen(client: QueryClient, spaceId: string): boolean | null {
  const { queryKey } = categoryLocksQuery({ id: spaceId, categories: [] });
  const state = client.getQueryState(queryKey);
  if (state?.isInvalidated !== false) return null;
  const now = new Date().toISOString();
  const open = new Set(
    client.getQueryData(queryKey)?.map(({ lock }) => {
      // It may have opened since.
      if (lock?.unmet.some(({ opens_at }) => opens_at !== null && opens_at <= now)) return null;
      return lock === null;
    }),
  );
  return open.size === 1 ? ([...open][0] ?? null) : null;
}

/** Hides a post whose category isn't open to the viewer. */
function hidePost(client: QueryClient, { space_id, post_id, version }: Move): void {
  // Its version keeps a list that was requested before from showing the post again.
  patchEntity(client, 'post', post_id, (post) => ({
    deleted_at: new Date().toISOString(),
    version: Math.max(post.version, version),
  }));
  // Its own page, which then says that there's no such post.
  void client.invalidateQueries({
    predicate: ({ queryKey: [operation], state }) =>
      operation === 'get_post_by_slug' &&
      (state.data as { post_id?: string } | undefined)?.post_id === post_id,
  });
  void client.invalidateQueries({ queryKey: ['get_notifications_with_actors'] });
  void client.invalidateQueries({ queryKey: ['list_category_posts', { space_id }] });
}

/** Hides a post that was moved to a category with rules, unless the viewer can open it. Requests the post if the page can't tell. */
export async function recheckPost(client: QueryClient, move: Move): Promise<void> {
  const post = readEntity(client, 'post', move.post_id);
  if (!post || post.version >= move.version) return;
  const isOpen = areKnownOpen(client, move.space_id);
  if (isOpen === false) hidePost(client, move);
  if (isOpen !== null) return;
  await getApiClient(client)('get_post', { post_id: move.post_id }).then(
    ({ post }) => writeEntities(client, postEntity, [post]),
    (error: unknown) => {
      if (isApiError(error, 'post_not_found')) hidePost(client, move);
      else return reloadFeeds(client, move.space_id);
    },
  );
}
