import { expect, it } from 'vitest';
import { encodeCursor } from '#server/platform/paging/cursor.ts';
import { decodeRank, encodeRank } from './rank-cursor.ts';

const user_id = '0198f0aa-0000-7000-8000-000000000001';
const key = { points: 12, reached_at: '2026-11-21T04:00:00.000Z', user_id };
const cursorOf = (at: string, id = user_id) => encodeCursor('ranks 7d', { at, id });

it('The cursor of a page of ranks has its last member and how many rank above the next page', () => {
  expect(decodeRank('7d', encodeRank('7d', key, 50))).toEqual({ key, before: 50 });
  expect(encodeRank('7d', key, 50)).toBe(cursorOf('12~2026-11-21T04:00:00.000Z~50'));
  expect(decodeRank('7d', undefined)).toBeNull();
});

it.each([
  ['of another period', encodeRank('30d', key, 50)],
  ['without the members above', cursorOf('12~2026-11-21T04:00:00.000Z')],
  ['with something else', cursorOf('12~2026-11-21T04:00:00.000Z~50~1')],
  ['with points that are no number', cursorOf('x~2026-11-21T04:00:00.000Z~50')],
  ['with a time that is none', cursorOf('12~yesterday~50')],
  ['with members above that are no number', cursorOf('12~2026-11-21T04:00:00.000Z~-1')],
  ['of someone without an id', cursorOf('12~2026-11-21T04:00:00.000Z~50', 'me')],
  ['that is empty', ''],
])('A cursor %s is rejected', (_reason, cursor) => {
  expect(() => decodeRank('7d', cursor)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
});
