import { expect, it } from 'vitest';
import { levelThresholds } from '#contract/values/levels.ts';
import type { CardRow, RankRow } from './leaderboard.queries.ts';
import { toMemberCard, toRankedMember, toSpaceLevels } from './leaderboard.view.ts';

const user = {
  id: 'u1',
  full_name: 'Ann',
  username: 'ann',
  avatar_url: null,
  profile_url: '/ann',
  level: 2,
  level_version: 1,
};
const own = { code: 'of_the_operator', name: 'Helper', description: 'Helped' };
const known = { code: 'ten_likes', name: 'TEN', description: 'as in the database' };

it('A ranked member is shown with rank and points', () => {
  const row = {
    part: 'top',
    user,
    points: 7,
    reached_at: '',
    user_id: 'u1',
  } as RankRow;
  expect(toRankedMember(row, 3)).toEqual({ rank: 3, points: 7, user });
  expect(toRankedMember(row, null)).toEqual({ rank: null, points: 7, user });
});

it('The nine levels have their number, threshold, name and members', () => {
  const levels = toSpaceLevels(
    new Map([
      [1, 12],
      [9, 1],
    ]),
    ['Seed', '', 'Tree'],
  );
  expect(levels.slice(0, 3)).toEqual([
    { level: 1, name: 'Seed', points: 0, member_count: 12 },
    { level: 2, name: null, points: 5, member_count: 0 },
    { level: 3, name: 'Tree', points: 20, member_count: 0 },
  ]);
  expect(levels.at(-1)).toEqual({ level: 9, name: null, points: 33_015, member_count: 1 });
  expect(levels).toHaveLength(levelThresholds.length);
});

it('A card shows the role, the owner before all, and badges with descriptions', () => {
  const badges = [known, own].map((badge) => ({ ...badge, awarded_at: '2026-01-01T00:00:00.000Z' }));
  const row: CardRow = {
    user_id: 'u1',
    user,
    role: 'admin',
    joined_at: '2025-01-01T00:00:00.000Z',
    points: 7,
    level_name: 'Bush',
    badges,
  };
  const { user_id: _userId, ...same } = row;
  expect(toMemberCard(row, 'u2')).toEqual({
    ...same,
    role: 'admin',
    badges: [
      { ...badges[0], name: 'Ten likes', description: 'Received ten likes from others' },
      { ...badges[1], name: 'Helper', description: 'Helped' },
    ],
  });
  expect(toMemberCard({ ...row, badges: null }, 'u1')).toMatchObject({ role: 'owner', badges: [] });
});
