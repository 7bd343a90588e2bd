import { expect, it } from 'vitest';
import { NavigationTrail } from './navigation-trail.ts';

it('keeps the last 20 paths without query and fragment', () => {
  const trail = new NavigationTrail();
  for (let step = 1; step <= 25; step += 1) trail.allows(`/open/space?step=${step}`, step * 1_000);
  trail.allows('/open/about#rules', 30_000);
  expect(trail.paths).toHaveLength(20);
  expect(trail.paths.at(-1)).toBe('/open/about');
  expect(trail.paths.at(0)).toBe('/open/space');
});

it('blocks the 81st change within 10 seconds, and allows more after that', () => {
  const trail = new NavigationTrail();
  for (let step = 0; step < 80; step += 1) expect(trail.allows('/a', step)).toBe(true);
  expect(trail.allows('/b', 100)).toBe(false);
  expect(trail.paths.at(-1)).toBe('/a');
  expect(trail.allows('/b', 10_001)).toBe(true);
});

it('ignores a second press of the same link, but not after other navigation', () => {
  const trail = new NavigationTrail();
  expect(trail.allowsPush('/film', 0)).toBe(true);
  expect(trail.allows('/film/space', 50)).toBe(true);
  expect(trail.allowsPush('/film', 999)).toBe(false);
  expect(trail.allowsPush('/film', 1_000)).toBe(true);
  expect(trail.allowsPush('/bread', 1_100)).toBe(true);
  expect(trail.allowsPush('/film', 1_200)).toBe(true);
  trail.forgetPress();
  expect(trail.allowsPush('/film', 1_300)).toBe(true);
});
