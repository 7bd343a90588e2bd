import { expect, it } from 'vitest';
import { toLevelTitle, toPointsText } from './level-messages.ts';
import { toCurrentLevel, toMemberLevelId } from './member-level.ts';

const received = (level: number, version: number) => ({
  id: toMemberLevelId('space', 'one'),
  level,
  version,
});

it('shows the newer of the fetched and the received level', () => {
  const person = { level: 2, level_version: 3 };
  expect(toCurrentLevel(person, undefined)).toBe(2);
  expect(toCurrentLevel(person, received(1, 2))).toBe(2);
  expect(toCurrentLevel(person, received(1, 3))).toBe(2);
  expect(toCurrentLevel(person, received(3, 4))).toBe(3);
});

it('formats levels and points', () => {
  expect(toLevelTitle(3, null)).toBe('Level 3');
  expect(toLevelTitle(3, 'Regular')).toBe('Level 3 · Regular');
  expect([0, 1, 33015].map(toPointsText)).toEqual(['0 points', '1 point', '33,015 points']);
});
