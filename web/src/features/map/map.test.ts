import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupByCountry } from './group-by-country.ts';
import { toClusterLabel, toShort } from './map-messages.ts';
import { type CityPosition, clusterCities, clusterScale } from './world-map/cluster-cities.ts';
import {
  clampView,
  fitPoints,
  maxScale,
  minScaleOf,
  panBy,
  toScreen,
  toWorld,
  viewBetween,
  worldHeight,
  worldWidth,
  zoomAt,
} from './world-map/map-view.ts';

const city = (fields: Partial<CityPosition> = {}): CityPosition => ({
  city_id: 1,
  city: 'Lisbon',
  region: '',
  country_code: 'PT',
  country: 'Portugal',
  latitude: 38.7,
  longitude: -9.1,
  member_count: 1,
  x: 100,
  y: 100,
  ...fields,
});
const point = fc.record({
  x: fc.double({ min: 0, max: worldWidth, noNaN: true }),
  y: fc.double({ min: 0, max: worldHeight, noNaN: true }),
});
const size = fc.record({
  width: fc.integer({ min: 200, max: 2000 }),
  height: fc.integer({ min: 200, max: 1200 }),
});
const scale = fc.double({ min: 0.01, max: 300, noNaN: true });

describe('Map view', () => {
  it('stays within the world and its scales', () => {
    fc.assert(
      fc.property(point, scale, size, fc.integer({ min: -5000, max: 5000 }), (at, wanted, window, by) => {
        const view = panBy(clampView({ ...at, scale: wanted }, window), window, by, -by);
        expect(view.scale).toBeGreaterThanOrEqual(minScaleOf(window));
        expect(view.scale).toBeLessThanOrEqual(maxScale);
        const [left, right] = [
          toWorld({ x: 0, y: 0 }, view, window),
          toWorld({ x: window.width, y: 0 }, view, window),
        ];
        // Either the viewport is filled, or the world is centered in it.
        if (right.x - left.x < worldWidth) {
          expect(left.x).toBeGreaterThan(-0.001);
          expect(right.x).toBeLessThan(worldWidth + 0.001);
        } else expect(view.x).toBeCloseTo(worldWidth / 2);
      }),
    );
  });

  it('keeps the point under the pointer fixed when zooming within the world', () => {
    const window = { width: 800, height: 400 };
    const view = { x: 500, y: 240, scale: 5 };
    const at = { x: 130, y: 300 };
    const before = toWorld(at, view, window);
    const after = toWorld(at, zoomAt(view, window, 2, at), window);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('shows all points it is fitted to', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), size, (points, window) => {
        const view = fitPoints(points, window, 8);
        // If the viewport is too small for the margin, points may be at its edge.
        for (const shown of points.map((each) => toScreen(each, view, window))) {
          expect(shown.x).toBeGreaterThanOrEqual(-1);
          expect(shown.x).toBeLessThanOrEqual(window.width + 1);
          expect(shown.y).toBeGreaterThanOrEqual(-1);
          expect(shown.y).toBeLessThanOrEqual(window.height + 1);
        }
      }),
    );
  });

  it('fits points into the viewport with a margin, but not nearer than allowed', () => {
    const window = { width: 496, height: 396 };
    const wide = [
      { x: 300, y: 200 },
      { x: 380, y: 210 },
    ];
    expect(fitPoints(wide, window, 8)).toEqual({ x: 340, y: 205, scale: 5 });
    expect(
      fitPoints(
        [
          { x: 300, y: 200 },
          { x: 310, y: 260 },
        ],
        window,
        8,
      ),
    ).toEqual({ x: 305, y: 230, scale: 5 });
    expect(fitPoints([{ x: 300, y: 200 }], window, 8)).toEqual({ x: 300, y: 200, scale: 8 });
  });

  it('shows the whole world if there are no points', () => {
    const window = { width: 800, height: 400 };
    expect(fitPoints([], window, 8)).toEqual({
      x: worldWidth / 2,
      y: worldHeight / 2,
      scale: minScaleOf(window),
    });
  });

  it('has a minimum scale even for a viewport without size', () => {
    expect(minScaleOf({ width: 0, height: 0 })).toBe(0.05);
    expect(minScaleOf({ width: 500, height: 487 })).toBe(0.5);
    expect(minScaleOf({ width: 1000, height: 243.5 })).toBe(0.5);
  });

  it('moves by pixels of the screen', () => {
    const window = { width: 400, height: 300 };
    expect(panBy({ x: 500, y: 240, scale: 4 }, window, 40, -20)).toEqual({ x: 490, y: 245, scale: 4 });
  });

  it('moves evenly between two views of the same scale', () => {
    const [from, to] = [
      { x: 100, y: 300, scale: 2 },
      { x: 300, y: 200, scale: 2 },
    ];
    expect(viewBetween(from, to, 0.25)).toEqual({ x: 150, y: 275, scale: 2 });
  });

  it('moves most of the way while it is zoomed out', () => {
    const [from, to] = [
      { x: 100, y: 300, scale: 1 },
      { x: 300, y: 100, scale: 4 },
    ];
    const half = viewBetween(from, to, 0.5);
    expect(half.scale).toBeCloseTo(2);
    expect(half.x).toBeCloseTo(100 + (200 * 2) / 3);
    expect(half.y).toBeCloseTo(300 - (200 * 2) / 3);
  });

  it('interpolates from one view to the other', () => {
    const [from, to] = [
      { x: 100, y: 100, scale: 2 },
      { x: 700, y: 200, scale: 30 },
    ];
    expect(viewBetween(from, to, 0)).toEqual(from);
    const end = viewBetween(from, to, 1);
    expect(end.x).toBeCloseTo(to.x);
    expect(end.scale).toBeCloseTo(to.scale);
  });
});

describe('Map clusters', () => {
  const cities = fc.array(
    fc.tuple(point, fc.integer({ min: 1, max: 500 })).map(([at, member_count]) => ({ ...at, member_count })),
    { maxLength: 60 },
  );

  it('contain every city once and do not overlap', () => {
    fc.assert(
      fc.property(cities, fc.double({ min: 0.5, max: 100, noNaN: true }), (locations, at) => {
        const positions = locations
          .map((location, index) => city({ ...location, city_id: index + 1 }))
          .toSorted((a, b) => b.member_count - a.member_count);
        const clusters = clusterCities(positions, at, 44);
        const all = clusters.flatMap((cluster) => cluster.cities.map((each) => each.city_id));
        expect(all.toSorted((a, b) => a - b)).toEqual(
          positions.map((each) => each.city_id).toSorted((a, b) => a - b),
        );
        for (const cluster of clusters) {
          expect(cluster.member_count).toBe(cluster.cities.reduce((sum, each) => sum + each.member_count, 0));
          for (const other of clusters) {
            if (other === cluster) continue;
            expect(Math.hypot(other.x - cluster.x, other.y - cluster.y) * at).toBeGreaterThanOrEqual(
              44 - 1e-6,
            );
          }
        }
      }),
    );
  });

  it.each([
    ['right', 1, 0],
    ['below', 0, 1],
    ['left', -1, 0],
    ['above', 0, -1],
  ])('join the nearest larger city %s of them, across cells', (_side, right, down) => {
    const at = (away: number) => ({ x: 100 + right * away, y: 100 + down * away });
    const [capital, suburb, town] = [
      city({ member_count: 9, ...at(0) }),
      city({ city_id: 2, member_count: 5, ...at(14) }),
      city({ city_id: 3, member_count: 1, ...at(8) }),
    ];
    // 44 pixels at a scale of 4 are 11 on the map.
    expect(clusterCities([capital, suburb, town], 4, 44)).toEqual([
      { ...at(0), cities: [capital], member_count: 9 },
      { ...at(14), cities: [suburb, town], member_count: 6 },
    ]);
  });

  it('keep cities apart that are exactly as far away as marks need', () => {
    const far = city({ city_id: 2, x: 111 });
    expect(clusterCities([city(), far], 4, 44)).toHaveLength(2);
    expect(clusterCities([city(), { ...far, x: 110.9 }], 4, 44)).toHaveLength(1);
  });

  it('do not change between two zoom steps', () => {
    expect(clusterScale(2)).toBe(2);
    expect(clusterScale(2.7)).toBe(2);
    expect(clusterScale(2.9)).toBeCloseTo(2 * Math.SQRT2);
  });

  it('are computed in linear time: each city is compared with those nearby only', () => {
    let reads = 0;
    const many = Array.from({ length: 10_000 }, (_, index) => {
      const x = (index * 37.7) % worldWidth;
      return Object.defineProperty(city({ city_id: index + 1, y: (index * 91.3) % worldHeight }), 'x', {
        get: () => {
          reads += 1;
          return x;
        },
      });
    });
    const clusters = clusterCities(many, 8, 44);
    expect(clusters.length).toBeGreaterThan(1_000);
    expect(reads / many.length).toBeLessThan(30);
  });

  it('are labeled with their contents', () => {
    const porto = city({ city_id: 2, city: 'Porto', member_count: 3 });
    const one = { x: 0, y: 0, cities: [city()], member_count: 1 };
    expect(toClusterLabel(one)).toBe('Lisbon, Portugal: 1 member');
    expect(toClusterLabel({ ...one, cities: [porto, city()], member_count: 4 })).toBe(
      'Porto and 1 more city: 4 members',
    );
    expect([7, 999, 1000, 1240, 12_400].map(toShort)).toEqual(['7', '999', '1k', '1.2k', '12k']);
  });
});

describe('Location list', () => {
  const locations = [
    city({ member_count: 2 }),
    city({ city_id: 2, city: 'São Paulo', country: 'Brazil', country_code: 'BR', member_count: 3 }),
    city({ city_id: 3, city: 'Porto', member_count: 2 }),
  ];
  it('groups by country, most members first', () => {
    expect(groupByCountry(locations, '').map(({ country, member_count }) => [country, member_count])).toEqual(
      [
        ['Portugal', 4],
        ['Brazil', 3],
      ],
    );
  });
  it('sorts countries with as many members by name', () => {
    const names = ['Peru', 'Chile', 'Angola'];
    const equal = names.map((country, index) => city({ city_id: index, country, country_code: country }));
    expect(groupByCountry(equal, '').map(({ country }) => country)).toEqual(['Angola', 'Chile', 'Peru']);
  });
  it('is searched by region, ignoring spaces around the text', () => {
    const maine = city({ city: 'Portland', region: 'Maine', country: 'United States', country_code: 'US' });
    expect(groupByCountry([...locations, maine], ' maine ').map(({ cities }) => cities)).toEqual([[maine]]);
  });
  it('is searched by city and country, ignoring accents', () => {
    expect(groupByCountry(locations, 'sao')[0]?.cities.map((each) => each.city)).toEqual(['São Paulo']);
    expect(groupByCountry(locations, 'PORTU')[0]?.cities).toHaveLength(2);
    expect(groupByCountry(locations, 'xyz')).toEqual([]);
  });
});
