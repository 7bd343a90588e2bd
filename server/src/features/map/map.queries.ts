import { sql } from 'kysely';
import type { City } from '#contract/features/map/map.ts';
import type { Person } from '#contract/users.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';

export interface CityRow {
  city_id: number;
  city: string;
  region: string;
  country_code: string;
  latitude: number;
  longitude: number;
  member_count: number;
}

/** The cities of a space's map with how many members are there, most first. */
export async function listMapCities(db: Db, spaceId: string): Promise<CityRow[]> {
  const { rows } = await sql<CityRow>`
    select p.city_id, max(p.city) as city, max(p.region) as region, max(p.country_code) as country_code,
      max(p.latitude) as latitude, max(p.longitude) as longitude, count(*)::int as member_count
    from member_locations p where p.space_id = ${spaceId}::uuid
    group by p.city_id order by member_count desc, p.city_id`.execute(db);
  return rows;
}

export async function findViewerCity(db: Db, spaceId: string, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('member_locations')
    .select('city_id')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.city_id ?? null;
}

export interface MapPersonRow {
  user: Person;
  city_id: number;
  city: string;
  country_code: string;
  shared_at: string;
}

/** Returns members on the map, latest first. */
export async function listMapPeople(
  db: Db,
  input: {
    space_id: string;
    city_ids: number[] | null;
    search: string;
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<MapPersonRow[]> {
  const { after } = input;
  const pattern = `%${input.search.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<MapPersonRow>`
    select ${personJson('u')} as user, p.city_id, p.city, p.country_code, p.shared_at
    from member_locations p join users u on u.id = p.user_id
    where p.space_id = ${input.space_id}::uuid
      ${input.city_ids ? sql`and p.city_id = any(${input.city_ids}::int[])` : sql``}
      ${input.search ? sql`and (u.full_name ilike ${pattern} or u.username ilike ${pattern})` : sql``}
      ${after ? sql`and (p.shared_at, p.user_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by p.shared_at desc, p.user_id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** Sets a member's city on a space's map; false if it is that city already. */
export async function upsertLocation(
  db: Db,
  location: { space_id: string; user_id: string; shared_at: string } & Omit<City, 'country'>,
): Promise<boolean> {
  const { space_id: _space, user_id: _user, ...values } = location;
  const result = await db
    .insertInto('member_locations')
    .values(location)
    .onConflict((conflict) =>
      conflict
        .columns(['space_id', 'user_id'])
        .doUpdateSet(values)
        .where('member_locations.city_id', '<>', location.city_id),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes a member from a space's map; false if they were not on it. */
export async function deleteLocationRow(db: Db, spaceId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('member_locations')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
