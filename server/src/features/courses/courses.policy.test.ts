import { describe, expect, it } from 'vitest';
import { toProgress } from '#contract/values/progress.ts';
import { canEditCourse } from './courses.policy.ts';

const rights = (role: 'owner' | 'admin' | 'member') => {
  const isModerator = role !== 'member';
  const permissions = {
    isOwner: role === 'owner',
    isAdmin: isModerator,
    canEditSpace: isModerator,
    canManageMembers: isModerator,
    canCreateContent: true,
    canAccessSettings: isModerator,
  };
  return { role, permissions };
};

describe('The policy of courses', () => {
  it.each([
    ['owner', 'someone', true],
    ['admin', 'someone', true],
    ['member', 'someone', false],
    ['member', 'creator', true],
  ] as const)('lets a %s (%s) edit: %s', (role, viewerId, expected) => {
    expect(canEditCourse(viewerId, rights(role), { editor_id: 'creator' })).toBe(expected);
  });

  it.each([
    [0, 0, 0],
    [0, 3, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 8, 13],
    [199, 200, 99],
    [200, 200, 100],
    [3, 3, 100],
  ])('rounds progress: %i of %i pages are %i percent', (completed, pages, expected) => {
    expect(toProgress(completed, pages)).toBe(expected);
  });
});
