import type { MapCity } from '#contract/features/map/map.ts';
import type { Point } from './map-view.ts';

/** A city with its position on the map. */
export interface CityPosition extends MapCity, Point {}

/** Cities too close to each other to show separately; positioned at the largest of them. */
export interface Cluster extends Point {
  cities: CityPosition[];
  member_count: number;
}

/** Rounds a scale to the steps at which clusters are recomputed, so that they do not flicker while zooming. */
export const clusterScale = (scale: number): number => 2 ** (Math.floor(Math.log2(scale) * 2) / 2);

/**
 * Clusters cities that are within `radius` pixels of each other at this scale: each city joins the nearest larger one.
 * Expects `cities` sorted by members, most first. Runs in linear time.
 */
export function clusterCities(cities: readonly CityPosition[], scale: number, radius: number): Cluster[] {
  const reach = radius / scale;
  const cells = new Map<string, Cluster[]>();
  const clusters: Cluster[] = [];
  for (const city of cities) {
    const [column, row] = [Math.floor(city.x / reach), Math.floor(city.y / reach)];
    let nearest: Cluster | undefined;
    let distance = reach;
    for (let across = column - 1; across <= column + 1; across += 1) {
      for (let down = row - 1; down <= row + 1; down += 1) {
        for (const cluster of cells.get(`${across} ${down}`) ?? []) {
          const away = Math.hypot(cluster.x - city.x, cluster.y - city.y);
          if (away >= distance) continue;
          nearest = cluster;
          distance = away;
        }
      }
    }
    if (nearest) {
      nearest.cities.push(city);
      nearest.member_count += city.member_count;
      continue;
    }
    const cluster: Cluster = { x: city.x, y: city.y, cities: [city], member_count: city.member_count };
    clusters.push(cluster);
    const cell = `${column} ${row}`;
    const others = cells.get(cell);
    if (others) others.push(cluster);
    else cells.set(cell, [cluster]);
  }
  return clusters;
}
