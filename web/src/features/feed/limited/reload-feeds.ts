import type { QueryClient } from '@tanstack/react-query';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { cachedInputs } from '#web/lib/list/live-list.ts';
import { feedPages, reloadFeed } from '../feed.api.ts';
import type { FeedInput } from '../feed-changes.ts';

/** Loads a space's feeds again if some of its categories have rules: the viewer may meet other rules than before. */
export async function reloadIfLimited(client: QueryClient, spaceId: string): Promise<void> {
  const space = readEntity(client, 'space', spaceId);
  if (space?.categories?.some(({ is_limited }) => is_limited)) await reloadFeeds(client, spaceId);
}

/**
 * Loads again what a space's feeds show, because other categories are open to the viewer. Feeds that aren't on screen are removed
 * from the cache.
 */
export async function reloadFeeds(client: QueryClient, spaceId: string): Promise<void> {
  const inputs = cachedInputs<FeedInput>(client, 'list_posts', { space_id: spaceId });
  // Notifications have the titles of open categories only.
  for (const operation of ['get_post', 'get_post_by_slug', 'get_notifications_with_actors'])
    void client.invalidateQueries({ queryKey: [operation] });
  for (const operation of ['list_category_locks', 'list_category_posts'])
    void client.invalidateQueries({ queryKey: [operation, { space_id: spaceId }] });
  await Promise.all(
    inputs.map(async (input) => {
      const { queryKey } = feedPages(input);
      if (client.getQueryCache().find({ queryKey })?.isActive())
        // A viewer who lost access to the space is redirected by its page.
        await reloadFeed(client, input).catch(() => undefined);
      else client.removeQueries({ queryKey, exact: true });
    }),
  );
}
