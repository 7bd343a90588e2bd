import { afterEach, expect, it } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { createTokenBuckets } from './token-buckets.ts';

afterEach(() => setClockOffset(0));

it('A bucket gives its tokens, then the time to wait, and refills', () => {
  const buckets = createTokenBuckets({ capacity: 3, perSecond: 0.5 });
  expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 0]);
  expect(buckets.take('a')).toBe(2);
  expect(buckets.take('b', 4)).toBe(2);
  expect(buckets.take('b', 3)).toBe(0);
  setClockOffset(2_000);
  expect(buckets.take('a')).toBe(0);
  expect(buckets.take('a')).toBeGreaterThan(0);
  setClockOffset(3_600_000);
  expect(buckets.take('a', 3)).toBe(0);
  expect(buckets.take('a')).toBeGreaterThan(0);
});

it('A rejected request takes no tokens', () => {
  const buckets = createTokenBuckets({ capacity: 10, perSecond: 1 });
  for (let n = 0; n < 100; n += 1) expect(buckets.take('a', 11)).toBe(1);
  expect(buckets.take('a', 10)).toBe(0);
});

it('Full buckets are removed, and the number of keys is limited', () => {
  const buckets = createTokenBuckets({ capacity: 2, perSecond: 1 });
  for (let n = 0; n < 60_000; n += 1) buckets.take(`key ${n}`, 2);
  expect(buckets.size).toBeLessThanOrEqual(50_001);
  setClockOffset(60_000);
  for (let n = 0; n < 60_000; n += 1) buckets.take('one');
  expect(buckets.size).toBe(1);
});
