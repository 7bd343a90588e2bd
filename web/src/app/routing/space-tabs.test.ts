import { expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { openTabsOf, spaceTabs } from './space-tabs.ts';

const tabs = ['feed', 'calendar', 'members', 'leaderboard', 'map', 'about'] as const;
const member = { role: 'member' as const, joined_at: '2026-11-21T04:00:00.000Z' };
const open = {
  can_read: true,
  membership: null,
  feature_calendar_enabled: true,
  feature_map_enabled: true,
};

it.each([
  ['a member', { ...open, membership: member }, [...tabs]],
  ['a visitor of a public space', open, ['feed', 'calendar', 'members', 'leaderboard', 'about']],
  ['a visitor of a private space', { ...open, can_read: false }, ['about']],
  [
    'a member where calendar and map are turned off',
    { ...open, membership: member, feature_calendar_enabled: false, feature_map_enabled: false },
    ['feed', 'members', 'leaderboard', 'about'],
  ],
])('%s can open these tabs', (_who, space, expected) => {
  expect(openTabsOf(space as Space).map(({ name }) => name)).toEqual(expected);
});

it('have names and addresses of their own', () => {
  for (const key of ['name', 'path', 'position'] as const)
    expect(new Set(spaceTabs.map((tab) => tab[key])).size).toBe(spaceTabs.length);
});
