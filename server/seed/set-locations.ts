import { searchCities, setLocation } from '#server/features/map/index.ts';
import { nowMs, withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from './add-people.ts';
import { demoHomes } from './content/homes.ts';
import type { DemoSpace } from './create-demo-space.ts';
import { createDice } from './dice.ts';
import { forEachOf } from './pool.ts';
import type { PlannedCommunity } from './timeline.ts';

/** The share of members who set their location. */
const locationShare = 0.8;
const day = 24 * 60 * 60 * 1000;

/** Adds members to the map of a space, some time after they joined it. */
export async function setLocations(
  platform: Platform,
  community: PlannedCommunity,
  space: DemoSpace,
  people: DemoMembers,
): Promise<void> {
  await forEachOf([...space.joined], 4, async ([key, joined]) => {
    const dice = createDice(`${community.subdomain} ${key} place`);
    const home = demoHomes.get(key);
    const [city] = home ? searchCities(home, 1) : [];
    if (!city || (key !== community.owner && !dice.chance(locationShare))) return;
    const { user_id } = requireMember(people, key).viewer;
    const at = Math.min(joined + dice.between(0.01, 5) * day, nowMs());
    await withFrozenTime(Math.round(at), () =>
      setLocation(platform.db, user_id, space.space_id, city.city_id),
    );
  });
}
