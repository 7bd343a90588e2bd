import type { QueryClient } from '@tanstack/react-query';
import type { MapPerson } from '#contract/features/map/map.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';
import { personEntity } from '#web/lib/cache/shared-entities.ts';

/** The cities on a space's map with their member counts. */
export const spaceMapQuery = (spaceId: string) => apiQuery('get_space_map', { space_id: spaceId });

/** A member on the map; the person is stored in the entity cache. */
export type MapPersonRow = Omit<MapPerson, 'user'> & { user_id: string };

/** The members on the map, filtered by cities or name, 50 a page. */
export const mapPeoplePages = (spaceId: string, filter: { city_ids?: string; search?: string }) =>
  apiPages('list_map_people', { space_id: spaceId, ...filter }, ({ people, next_cursor }, client) => {
    writeEntities(
      client,
      personEntity,
      people.map(({ user }) => user),
    );
    return {
      people: people.map(({ user, ...row }): MapPersonRow => ({ ...row, user_id: user.id })),
      next_cursor,
    };
  });

export const citySearchQuery = (search: string) => apiQuery('search_cities', { search });

export function refetchMap(client: QueryClient, spaceId: string): void {
  void client.invalidateQueries({ queryKey: ['get_space_map', { space_id: spaceId }] });
  void client.invalidateQueries({ queryKey: ['list_map_people', { space_id: spaceId }] });
}
