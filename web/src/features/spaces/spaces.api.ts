import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Space, SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { isTimeout } from '#web/lib/api/api-client.ts';
import { cacheAges } from '#web/lib/cache/cache-ages.ts';
import { readEntity, useEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiQuery, isWorthRetrying } from '#web/lib/cache/query-client.ts';
import { spaceEntity } from '#web/lib/cache/shared-entities.ts';

const onServer = typeof window === 'undefined';
/** How long to wait for a space, in milliseconds. */
const spaceTimeout = 5_000;

/** A space by its subdomain; the cache stores its id and the live cursor of the response. */
export const spaceQuery = (subdomain: string) => ({
  ...apiQuery(
    'get_space',
    { subdomain },
    ({ space, live_cursor }, client) => {
      writeEntities(client, spaceEntity, [space]);
      return { space_id: space.id, live_cursor };
    },
    onServer ? undefined : spaceTimeout,
  ),
  // No retry after a timeout: the error screen offers one.
  retry: (failures: number, error: unknown) =>
    !onServer && failures < 1 && isWorthRetrying(error) && !isTimeout((error as Error).cause),
  staleTime: cacheAges.space.stale,
  ...(onServer ? {} : { gcTime: cacheAges.space.kept }),
});

const cacheSummaries = (spaces: SpaceSummary[], client: QueryClient): string[] => {
  writeEntities(client, spaceEntity, spaces);
  return spaces.map((space) => space.id);
};

/** The viewer's spaces, by id, most recently joined first. */
export const userSpacesQuery = {
  ...apiQuery('get_user_spaces_with_memberships', {}, ({ spaces }, client) => ({
    space_ids: cacheSummaries(spaces, client),
  })),
  staleTime: cacheAges.userSpaces.stale,
  ...(onServer ? {} : { gcTime: cacheAges.userSpaces.kept }),
};

/** The viewer's cached spaces; fetches them if `enabled`. */
export function useUserSpaces(enabled: boolean): SpaceSummary[] {
  const ids = useQuery({ ...userSpacesQuery, enabled }).data?.space_ids ?? [];
  const client = useQueryClient();
  return ids.flatMap((id) => readEntity(client, 'space', id) ?? []);
}

const isLoaded = (space: (SpaceSummary & Partial<Space>) | undefined): space is Space =>
  space?.permissions !== undefined;

/** The cached space of a loaded page. */
export function readSpace(client: QueryClient, spaceId: string): Space | undefined {
  const space = readEntity(client, 'space', spaceId);
  return isLoaded(space) ? space : undefined;
}

/**
 * Returns a space whose page was loaded, with the viewer's permissions.
 * @throws if no page of this space was loaded before.
 */
export function useLoadedSpace(spaceId: string): Space {
  const space = useEntity('space', spaceId);
  if (!isLoaded(space)) throw new Error('Subdomain or Space ID is required.');
  return space;
}
