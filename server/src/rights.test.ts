import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Message } from '#contract/i18n/translate.ts';
import { denialReasonForRemoval, permissionsOf, type Role } from './features/members/members.policy.ts';
import { canDelete, hasWriteLimits } from './features/posts/posts.policy.ts';
import { requireAccess, type SpaceContext, type Viewer } from './platform/access.ts';
import { AppError } from './platform/errors.ts';

const viewer: Viewer = { user_id: 'viewer', role: 'member', session_id: 'session' };
const spaceContextOf = (role: Role | null, kind: 'open' | 'private' | 'paid'): SpaceContext => ({
  space_id: 'space',
  subdomain: 'space',
  owner_id: 'owner',
  is_private: kind === 'private',
  is_paid: kind === 'paid',
  role,
  joined_at: null,
  features: [],
  category_rules: [],
  permissions: permissionsOf(role),
});

it('is denied with the required role in the message, and with a special message for saving settings', () => {
  const messageOf = (access: 'space-editor' | 'space-owner', own?: Message) => {
    try {
      requireAccess(access, spaceContextOf('member', 'open'), viewer, 'space_not_found', own);
    } catch (error) {
      return error instanceof AppError && [error.code, error.message];
    }
  };
  expect(messageOf('space-editor')).toEqual(['not_allowed', 'Only the owner and admins can do this.']);
  expect(messageOf('space-owner')).toEqual(['not_allowed', 'Only the owner can do this.']);
  expect(messageOf('space-editor', api.update_space.notAllowedMessage)).toEqual([
    'not_allowed',
    'No space loaded or insufficient permissions.',
  ]);
});

describe('access to a space', () => {
  // Rows: the viewer. Columns: visitor, viewer, member, editor, owner.
  const levels = ['space-visitor', 'space-viewer', 'space-member', 'space-editor', 'space-owner'] as const;
  it.each([
    [
      'signed out',
      null,
      null,
      'open',
      'yes yes authentication_required authentication_required authentication_required',
    ],
    ['signed out', null, null, 'private', 'yes hidden hidden hidden hidden'],
    ['signed out', null, null, 'paid', 'yes hidden hidden hidden hidden'],
    [
      'a stranger',
      viewer,
      null,
      'open',
      'yes yes membership_required membership_required membership_required',
    ],
    ['a stranger', viewer, null, 'private', 'yes hidden hidden hidden hidden'],
    ['a stranger', viewer, null, 'paid', 'yes hidden hidden hidden hidden'],
    ['a member', viewer, 'member', 'open', 'yes yes yes not_allowed not_allowed'],
    ['a member', viewer, 'member', 'private', 'yes yes yes not_allowed not_allowed'],
    ['a member', viewer, 'member', 'paid', 'yes yes yes not_allowed not_allowed'],
    ['an admin', viewer, 'admin', 'private', 'yes yes yes yes not_allowed'],
    ['the owner', viewer, 'owner', 'private', 'yes yes yes yes yes'],
    ['the owner', viewer, 'owner', 'paid', 'yes yes yes yes yes'],
  ] as const)('of %s (%#)', (_who, asking, role, kind, expected) => {
    const responses = levels.map((access) => {
      try {
        requireAccess(access, spaceContextOf(role, kind), asking, 'space_not_found');
        return 'yes';
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return error.code === 'space_not_found' ? 'hidden' : error.code;
      }
    });
    expect(responses.join(' ')).toBe(expected);
  });

  it('that is not there is the same as hidden, for everyone', () => {
    for (const access of levels) {
      expect(() => requireAccess(access, null, viewer, 'post_not_found')).toThrow(
        expect.objectContaining({ code: 'post_not_found' }),
      );
    }
  });
});

describe('permissions of a role', () => {
  it.each([
    ['owner', [true, true, true, true, true, true]],
    ['admin', [false, true, true, true, true, true]],
    ['member', [false, false, false, false, true, false]],
    [null, [false, false, false, false, false, false]],
  ] as const)(
    '%s',
    (role, [isOwner, isAdmin, canEditSpace, canManageMembers, canCreateContent, canAccessSettings]) => {
      expect(permissionsOf(role)).toEqual({
        isOwner,
        isAdmin,
        canEditSpace,
        canManageMembers,
        canCreateContent,
        canAccessSettings,
      });
    },
  );
});

describe('removing', () => {
  const self = 'viewer';
  const other = 'other';
  it.each([
    [null, other, 'member', 'remove_not_allowed'],
    ['member', other, 'member', 'remove_not_allowed'],
    ['member', other, 'owner', 'remove_not_allowed'],
    ['member', self, 'member', 'remove_not_allowed'],
    ['admin', other, 'member', null],
    ['admin', other, 'admin', 'admins_cannot_remove_admins'],
    ['admin', other, 'owner', 'owner_cannot_be_removed'],
    ['admin', self, 'admin', 'cannot_remove_self'],
    ['owner', other, 'member', null],
    ['owner', other, 'admin', null],
    ['owner', self, 'owner', 'owner_cannot_be_removed'],
  ] as const)('as %s: %s, who is %s: %s', (role, target, targetRole, expected) => {
    expect(denialReasonForRemoval({ user_id: self, role }, { user_id: target, role: targetRole })).toBe(
      expected,
    );
  });
});

describe('what was written in a space', () => {
  it.each([
    ['member', 'viewer', true],
    ['member', 'someone', false],
    ['admin', 'someone', true],
    ['owner', 'someone', true],
    [null, 'someone', false],
  ] as const)('as %s, of %s, may be deleted: %s', (role, author, expected) => {
    expect(canDelete(viewer, spaceContextOf(role, 'open'), author)).toBe(expected);
  });

  it.each([
    ['member', true],
    ['admin', false],
    ['owner', false],
  ] as const)('by %s is limited: %s', (role, expected) => {
    expect(hasWriteLimits(spaceContextOf(role, 'open'))).toBe(expected);
  });
});
