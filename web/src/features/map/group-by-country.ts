import type { CityPosition } from './cluster-cities.ts';
import { fold } from './map-messages.ts';

export interface CountryGroup {
  code: string;
  country: string;
  member_count: number;
  cities: CityPosition[];
}

/** The cities by country, most members first; with a text only those of whose city, region or country it is a part. */
export function groupByCountry(cities: readonly CityPosition[], text: string): CountryGroup[] {
  const wanted = fold(text);
  const groups = new Map<string, CountryGroup>();
  for (const city of cities) {
    if (wanted && !fold(`${city.city}\n${city.region}\n${city.country}`).includes(wanted)) continue;
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
    (a, b) => b.member_count - a.member_count || a.country.localeCompare(b.country, 'en'),
  );
}
