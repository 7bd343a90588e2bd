import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { person } from '../../users.ts';

const cityId = z.number().int().positive();

/** A city of the bundled list. Coordinates are rounded to a tenth of a degree, about 10 km. */
export const city = z.object({
  city_id: cityId,
  city: z.string(),
  /** State or province; empty when it has the same name as the city. */
  region: z.string(),
  country_code: z.string(),
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type City = z.output<typeof city>;

export const mapCity = city.extend({ member_count: z.number().int() });
export type MapCity = z.output<typeof mapCity>;

const mapPerson = z.object({ user: person, city_id: cityId, city: z.string(), country_code: z.string() });
export type MapPerson = z.output<typeof mapPerson>;

/** City ids in a query, such as `12,34`. */
const cityIds = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,199}$/, { error: () => t('Enter up to 200 city ids') })
  .optional();

const inSpace = z.object({ space_id: id });

export const mapLiveEvents = {
  /** Someone added or removed their location; only members can request who and where. */
  'map.changed': z.object({ space_id: id }),
};

export const mapEndpoints = {
  search_cities: defineEndpoint({
    method: 'GET',
    path: '/api/cities',
    summary: 'Cities that match a name, largest first, at most 10. A region or country may follow a comma.',
    access: 'signed-in',
    query: z.object({
      search: limitCharacters(z.string(), { max: [100, () => t('At most 100 characters')] }),
    }),
    output: z.object({ cities: z.array(city) }),
    rateLimit: 'none',
  }),
  get_space_map: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/map',
    summary: "The cities of members who set a location, with member counts, and the viewer's own city.",
    access: 'space-member',
    feature: 'map',
    params: inSpace,
    output: z.object({ cities: z.array(mapCity), viewer_city_id: cityId.nullable() }),
    rateLimit: 'none',
  }),
  list_map_people: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/map/people',
    summary: 'Members who set a location, latest first, 50 per page. Can be filtered by city and name.',
    access: 'space-member',
    feature: 'map',
    params: inSpace,
    query: z.object({
      city_ids: cityIds,
      search: limitCharacters(z.string().trim(), {
        max: [100, () => t('At most 100 characters')],
      }).optional(),
      cursor,
    }),
    output: z.object({ people: z.array(mapPerson), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  set_location: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/map/location',
    summary: 'Set your city on the space’s map. Another city replaces it.',
    access: 'space-member',
    feature: 'map',
    params: inSpace,
    body: z.object({ city_id: cityId }),
    output: z.object({ city }),
    errors: ['city_not_found'],
    rateLimit: 'write',
  }),
  delete_location: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/map/location',
    summary: 'Remove yourself from the space’s map.',
    access: 'space-member',
    params: inSpace,
    output: emptyResponse,
    rateLimit: 'write',
  }),
};
