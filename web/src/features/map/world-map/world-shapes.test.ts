import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { worldHeight, worldWidth } from './map-view.ts';
import { graticule, loadCountries, toPoint } from './world-shapes.ts';

const fetchMock = vi.fn();
beforeEach(() => vi.stubGlobal('fetch', fetchMock.mockReset()));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Two square countries, ten degrees wide, at 0° and 40° east. */
const square = (east: number) => [
  [east, 0],
  [east, 10],
  [east + 10, 10],
  [east + 10, 0],
  [east, 0],
];
const topology = {
  type: 'Topology',
  arcs: [square(0), square(40)],
  objects: {
    countries: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', arcs: [[0]] },
        { type: 'Polygon', arcs: [[1]] },
      ],
    },
  },
};
const respond = () => fetchMock.mockResolvedValue({ ok: true, json: async () => topology });

it('places cities on the map, which is cut through the Bering Strait', () => {
  const [center, east, west, north] = [
    toPoint(11, 0),
    toPoint(11 + 179, 0),
    toPoint(11 - 179, 0),
    toPoint(11, 89),
  ];
  expect(center.x).toBeCloseTo(worldWidth / 2, 0);
  expect(center.y).toBeCloseTo(worldHeight / 2, 0);
  expect(east.x).toBeGreaterThan(worldWidth * 0.95);
  expect(west.x).toBeLessThan(worldWidth * 0.05);
  expect(north.y).toBeLessThan(worldHeight * 0.02);
  // Siberia's tip, at 170° west, is on the right with the rest of Asia.
  expect(toPoint(-170, 66).x).toBeGreaterThan(worldWidth / 2);
});

it('draws the lines of the graticule', () => {
  expect(graticule).toMatch(/^M[\d.,-]+L/);
});

it('loads each country as a path with its bounding box', async () => {
  respond();
  const [first, second, ...others] = await loadCountries('coarse');
  expect(others).toEqual([]);
  expect([first?.id, second?.id]).toEqual(['0', '1']);
  for (const [country, longitude] of [
    [first, 0],
    [second, 40],
  ] as const) {
    expect(country?.path).toMatch(/^M.*Z$/);
    const [left = 0, top = 0, right = 0, bottom = 0] = country?.box ?? [];
    expect(left).toBeCloseTo(toPoint(longitude, 10).x, 0);
    expect(top).toBeCloseTo(toPoint(longitude, 10).y, 0);
    expect(right).toBeCloseTo(toPoint(longitude + 10, 0).x, 0);
    expect(bottom).toBeCloseTo(toPoint(longitude, 0).y, 0);
  }
});

it('loads other files for high zoom', async () => {
  respond();
  await loadCountries('coarse');
  await loadCountries('fine');
  const [coarse, fine] = fetchMock.mock.calls.map(([url]) => String(url));
  expect(coarse).toContain('110m');
  expect(fine).toContain('50m');
});

it('fails if the file is not there', async () => {
  fetchMock.mockResolvedValue({ ok: false, status: 404, json: async () => topology });
  await expect(loadCountries('fine')).rejects.toThrow('404');
});

it('gives way to other work after a few milliseconds, not between quick countries', async () => {
  respond();
  const later = vi.spyOn(globalThis, 'setTimeout');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(100);
  await loadCountries('coarse');
  expect(later).not.toHaveBeenCalled();
  let now = 100;
  clock.mockImplementation(() => (now += 9));
  await loadCountries('coarse');
  expect(later).toHaveBeenCalledTimes(2);
});
