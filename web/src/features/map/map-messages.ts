import type { City } from '#contract/features/map/map.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import type { Cluster } from './world-map/cluster-cities.ts';

/** Formats a location as "Portland, Oregon, United States". */
export const toLocationName = ({
  city,
  region,
  country,
}: Pick<City, 'city' | 'region' | 'country'>): string =>
  region
    ? t('{city}, {region}, {country}', { city, region, country })
    : t('{city}, {country}', { city, country });

/** Formats 1200 as "1.2k", for marks with room for three or four characters. */
export function toShort(count: number): string {
  if (count < 1000) return formatNumber(count);
  const options = { maximumFractionDigits: count < 10_000 ? 1 : 0, useGrouping: false };
  return t('{thousands}k', { thousands: formatNumber(count / 1000, options) });
}

export function toClusterTitle({ cities }: Cluster): string {
  const [first] = cities;
  if (!first) return '';
  if (cities.length === 1) return toLocationName(first);
  return t('{city} and {count, plural, one {# more city} other {# more cities}}', {
    city: first.city,
    count: cities.length - 1,
  });
}

export const toClusterLabel = (cluster: Cluster): string =>
  t('{cities}: {count, plural, one {# member} other {# members}}', {
    cities: toClusterTitle(cluster),
    count: cluster.member_count,
  });

/** Normalizes a name for searching: lowercase, without accents. */
export const normalizeName = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
