import { expect, it } from 'vitest';
import { toLevelTitle, toPointsText } from './level-messages.ts';
import { toLevelNow, toMemberLevelId } from './member-level.ts';

const received = (level: number, version: number) => ({
  id: toMemberLevelId('space', 'one'),
  level,
  version,
});

it('the level shown is the newer of what was fetched and what was heard', () => {
  const person = { level: 2, level_version: 3 };
  expect(toLevelNow(person, undefined)).toBe(2);
  expect(toLevelNow(person, received(1, 2))).toBe(2);
  expect(toLevelNow(person, received(1, 3))).toBe(2);
  expect(toLevelNow(person, received(3, 4))).toBe(3);
});

it('levels and points are said in words', () => {
  expect(toLevelTitle(3, null)).toBe('Level 3');
  expect(toLevelTitle(3, 'Regular')).toBe('Level 3 · Regular');
  expect([0, 1, 33015].map(toPointsText)).toEqual(['0 points', '1 point', '33,015 points']);
});
