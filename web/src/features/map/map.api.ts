import type { QueryClient } from '@tanstack/react-query';
import type { MapPerson } from '#contract/map.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/query-client.ts';

/** Where the members of a space are who share a place. */
export const spaceMapQuery = (spaceId: string) => apiQuery('get_space_map', { space_id: spaceId });

/** Someone on the map; the person themself lives in the entity cache. */
export type MapPersonRow = Omit<MapPerson, 'user'> & { user_id: string };

/** The members on the map, of some cities or by name, 50 a page. */
export const mapPeoplePages = (spaceId: string, filter: { city_ids?: string; search?: string }) =>
  apiPages('list_map_people', { space_id: spaceId, ...filter }, ({ people, next_cursor }, client) => {
    writeEntities(client, { person: people.map(({ user }) => user) });
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
