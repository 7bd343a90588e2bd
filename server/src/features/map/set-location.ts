import type { City } from '#contract/features/map/map.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members/index.ts';
import { findCity } from './find-cities.ts';
import { deleteLocationRow, upsertLocation } from './map.queries.ts';

/** Shows a member to the others of a space at a city of the list. @throws AppError `city_not_found` */
export async function setLocation(
  db: Database,
  userId: string,
  spaceId: string,
  cityId: number,
): Promise<City> {
  const city = findCity(cityId);
  if (!city) throw new AppError('city_not_found');
  const { country: _country, ...location } = city;
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, spaceId, userId);
    const changed = await upsertLocation(tx, {
      ...location,
      space_id: spaceId,
      user_id: userId,
      shared_at: nowIso(),
    });
    // Everyone who can read a public space receives this event, so it includes neither the person nor the city.
    if (changed) await publish(tx, spaceChannel(spaceId), 'map.changed', { space_id: spaceId });
  });
  return city;
}

/** Removes a member from a space's map. Works even when the map is turned off. */
export async function deleteLocation(db: Database, userId: string, spaceId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await deleteLocationRow(tx, spaceId, userId))
      await publish(tx, spaceChannel(spaceId), 'map.changed', { space_id: spaceId });
  });
}
