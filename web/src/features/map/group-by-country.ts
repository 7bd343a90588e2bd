import { compareNames } from '#contract/i18n/names.ts';
import { normalizeName } from './map-messages.ts';
import type { CityPosition } from './world-map/cluster-cities.ts';

export interface CountryGroup {
  code: string;
  country: string;
  member_count: number;
  cities: CityPosition[];
}

/**
 * Groups cities by country, most members first. With a search text, returns only cities whose city, region or country
 * contains it.
 */
export function groupByCountry(cities: readonly CityPosition[], text: string): CountryGroup[] {
  const search = normalizeName(text);
  const groups = new Map<string, CountryGroup>();
  for (const city of cities) {
    if (search && !normalizeName(`${city.city}\n${city.region}\n${city.country}`).includes(search)) continue;
    const group = groups.get(city.country_code);
    if (group) {
      group.cities.push(city);
      group.member_count += city.member_count;
    } else {
      groups.set(city.country_code, {
        code: city.country_code,
        country: city.country,
        member_count: city.member_count,
        cities: [city],
      });
    }
  }
  return [...groups.values()].toSorted(
    (a, b) => b.member_count - a.member_count || compareNames(a.country, b.country),
  );
}
