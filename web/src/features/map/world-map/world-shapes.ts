import { geoEqualEarth, geoGraticule10, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import fineUrl from 'world-atlas/countries-50m.json?url';
import coarseUrl from 'world-atlas/countries-110m.json?url';
import { type Point, worldHeight, worldWidth } from './map-view.ts';

type Topology = Parameters<typeof feature>[0];
type Countries = Extract<Parameters<typeof feature>[1], { type: 'GeometryCollection' }>;

/** A country as an SVG path with its bounding box. */
export interface CountryShape {
  id: string;
  path: string;
  box: [left: number, top: number, right: number, bottom: number];
}

// Rotated by 11 degrees, so that the edge of the map runs through the Bering Strait.
const projection = geoEqualEarth().rotate([-11, 0]).fitSize([worldWidth, worldHeight], { type: 'Sphere' });
const draw = geoPath(projection).digits(2);

/** Projects coordinates to a point on the map. */
export function toPoint(longitude: number, latitude: number): Point {
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return { x, y };
}

export const graticule = draw(geoGraticule10()) ?? '';

/** Milliseconds of work before yielding to the main thread, because the map may be moving. */
const turn = 8;
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Loads the country shapes: `coarse` for low zoom, `fine` for high zoom. */
export async function loadCountries(detail: 'coarse' | 'fine'): Promise<CountryShape[]> {
  const response = await fetch(detail === 'coarse' ? coarseUrl : fineUrl);
  if (!response.ok) throw new Error(`Couldn't load the country shapes: ${response.status}`);
  const topology = (await response.json()) as Topology;
  const shapes: CountryShape[] = [];
  let began = performance.now();
  for (const geometry of (topology.objects.countries as Countries).geometries) {
    if (performance.now() - began > turn) {
      await nextTask();
      began = performance.now();
    }
    const country = feature(topology, geometry);
    const [[left, top], [right, bottom]] = draw.bounds(country);
    shapes.push({ id: String(shapes.length), path: draw(country) ?? '', box: [left, top, right, bottom] });
  }
  return shapes;
}
