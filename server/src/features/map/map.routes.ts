import { regionName } from '#contract/i18n/names.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { searchCities } from './find-cities.ts';
import { findViewerCity, listMapCities, listMapPeople } from './map.queries.ts';
import { deleteLocation, setLocation } from './set-location.ts';

const pageSize = 50;
const maxCities = 10;

export function mapRoutes(route: RouteBinder, { db }: Platform): void {
  route('search_cities', async ({ input }) => ({ cities: searchCities(input.search, maxCities) }));

  route('get_space_map', async ({ viewer, scope }) => {
    const cities = await listMapCities(db, scope.space_id);
    return {
      cities: cities.map((row) => ({ ...row, country: regionName(row.country_code) })),
      viewer_city_id: await findViewerCity(db, scope.space_id, viewer.user_id),
    };
  });

  route('list_map_people', async ({ input, scope }) => {
    const rows = await listMapPeople(db, {
      space_id: scope.space_id,
      city_ids: input.city_ids?.split(',').map(Number) ?? null,
      search: input.search ?? '',
      after: decodeCursor('map', input.cursor, isTimestamp),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('map', { at: row.shared_at, id: row.user.id }),
    );
    const people = page.map(({ user, city_id, city, country_code }) => ({
      user,
      city_id,
      city,
      country_code,
    }));
    return { people, next_cursor };
  });

  route('set_location', async ({ input, viewer, scope }) => ({
    city: await setLocation(db, viewer.user_id, scope.space_id, input.city_id),
  }));

  route('delete_location', async ({ viewer, scope }) => {
    await deleteLocation(db, viewer.user_id, scope.space_id);
    return {};
  });
}
