import { expect, it } from 'vitest';
import { toCount, toMemberCount } from './member-count.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1000'],
  [1001, '1.0k'],
  [1500, '1.5k'],
  [1250, '1.2k'],
  [10_000, '10.0k'],
  [123_456, '123.4k'],
])('writes %i as %s', (count, text) => {
  expect(toCount(count)).toBe(text);
});

it('uses the singular for one member', () => {
  expect([toMemberCount(1), toMemberCount(2)]).toEqual(['1 member', '2 members']);
});
