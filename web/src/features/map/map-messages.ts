import type { City } from '#contract/map.ts';
import type { Cluster } from './cluster-cities.ts';

const members = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'member' : 'members'}`;

/** 'Portland, Oregon, United States'. */
export const toLocationName = ({
  city,
  region,
  country,
}: Pick<City, 'city' | 'region' | 'country'>): string => [city, region, country].filter(Boolean).join(', ');

/** 1200 as '1.2k', for marks that have room for three or four signs. */
export const toShort = (count: number): string =>
  count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0).replace('.0', '')}k`;

export function toClusterTitle({ cities }: Cluster): string {
  const [first] = cities;
  if (!first) return '';
  if (cities.length === 1) return toLocationName(first);
  return `${first.city} and ${cities.length - 1} more ${cities.length === 2 ? 'place' : 'places'}`;
}

export const toClusterLabel = (cluster: Cluster): string =>
  `${toClusterTitle(cluster)}: ${members(cluster.member_count)}`;

/** A name as it is searched: small letters, no accents. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
