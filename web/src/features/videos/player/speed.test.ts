import { afterEach, expect, it, vi } from 'vitest';
import { formatTime } from './format-time.ts';
import { nextSpeed, readSpeed, storeSpeed } from './speed.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('The speed of videos is remembered in the browser', () => {
  expect(readSpeed()).toBe(1);
  storeSpeed(1.75);
  expect(readSpeed()).toBe(1.75);
  expect(localStorage.getItem('hearth:video-speed')).toBe('1.75');
});

it.each(['7', 'fast', '', '0'])('A stored speed that cannot be chosen, %j, is the normal one', (stored) => {
  localStorage.setItem('hearth:video-speed', stored);
  expect(readSpeed()).toBe(1);
});

it('A browser that stores nothing plays at the normal speed', () => {
  const storage = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  expect(() => storeSpeed(2)).not.toThrow();
  expect(readSpeed()).toBe(1);
  expect(storage).toHaveBeenCalled();
});

it.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [3, 1, 3],
  [0.5, -1, 0.5],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
] as const)('From %f in the direction %i, the next speed is %f', (speed, direction, next) => {
  expect(nextSpeed(speed, direction)).toBe(next);
});

it.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [65, '1:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3909, '1:05:09'],
  [-1, '0:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('The position %f is written as %s', (seconds, written) => {
  expect(formatTime(seconds)).toBe(written);
});
