import type { City } from '#contract/map.ts';
import type { Cluster } from './cluster-cities.ts';

const members = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'member' : 'members'}`;

/** Formats a location as "Portland, Oregon, United States". */
export const toLocationName = ({
  city,
  region,
  country,
}: Pick<City, 'city' | 'region' | 'country'>): string => [city, region, country].filter(Boolean).join(', ');

/** Formats 1200 as "1.2k", for marks with room for three or four characters. */
export const toShort = (count: number): string =>
  count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0).replace('.0', '')}k`;

export function toClusterTitle({ cities }: Cluster): string {
  const [first] = cities;
  if (!first) return '';
  if (cities.length === 1) return toLocationName(first);
  return `${first.city} and ${cities.length - 1} more ${cities.length === 2 ? 'city' : 'cities'}`;
}

export const toClusterLabel = (cluster: Cluster): string =>
  `${toClusterTitle(cluster)}: ${members(cluster.member_count)}`;

/** Normalizes a name for searching: lowercase, without accents. */
export const normalizeName = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
