import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Space, SpaceSummary } from '#contract/spaces.ts';
import { isTimeout } from '#web/lib/api-client.ts';
import { cacheAges } from '#web/lib/cache-ages.ts';
import { readEntity, useEntity, writeEntities } from '#web/lib/entity-cache.ts';
import { apiQuery, isWorthRetrying } from '#web/lib/query-client.ts';

const onServer = typeof window === 'undefined';
/** How long a space is waited for, in milliseconds (document 1, section 9). */
const spaceTimeout = 5_000;

/** One space by its address; the cache holds its id, and where the live channel stood. */
export const spaceQuery = (subdomain: string) => ({
  ...apiQuery(
    'get_space',
    { subdomain },
    ({ space, live_cursor }, client) => {
      writeEntities(client, { space: [space] });
      return { space_id: space.id, live_cursor };
    },
    onServer ? undefined : spaceTimeout,
  ),
  // Whoever has waited so long is told, and may try again.
  retry: (failures: number, error: unknown) =>
    !onServer && failures < 1 && isWorthRetrying(error) && !isTimeout((error as Error).cause),
  staleTime: cacheAges.space.stale,
  ...(onServer ? {} : { gcTime: cacheAges.space.kept }),
});

const cacheSummaries = (spaces: SpaceSummary[], client: QueryClient): string[] => {
  writeEntities(client, { space: spaces });
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

/** The viewer's spaces as they stand in the cache; asks for them when `enabled`. */
export function useUserSpaces(enabled: boolean): SpaceSummary[] {
  const ids = useQuery({ ...userSpacesQuery, enabled }).data?.space_ids ?? [];
  const client = useQueryClient();
  return ids.flatMap((id) => readEntity(client, 'space', id) ?? []);
}

/** The subdomain of a space known by its id. */
const spaceAddressQuery = (spaceId: string) => apiQuery('get_space_address', { space_id: spaceId });

/** @throws ApiError `space_not_found`. */
export async function loadSubdomain(client: QueryClient, spaceId: string): Promise<string> {
  return (await client.ensureQueryData(spaceAddressQuery(spaceId))).subdomain;
}

const isWhole = (space: (SpaceSummary & Partial<Space>) | undefined): space is Space =>
  space?.permissions !== undefined;

/** A space whose page has been loaded. */
export function readSpace(client: QueryClient, spaceId: string): Space | undefined {
  const space = readEntity(client, 'space', spaceId);
  return isWhole(space) ? space : undefined;
}

/**
 * A space whose page has been loaded, with what the viewer may do in it.
 * @throws when no page of this space was loaded before.
 */
export function useLoadedSpace(spaceId: string): Space {
  const space = useEntity('space', spaceId);
  if (!isWhole(space)) throw new Error('Subdomain or Space ID is required.');
  return space;
}
