import { describe, expect, it } from 'vitest';
import type { MemberRole } from '#contract/features/members/members.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { toMemberFailure } from '../member-messages.ts';
import { type MemberRow, membersPages } from '../members.api.ts';
import { applyChange } from '../roles/use-change-member.ts';
import { matchesSearch, toMembersSearch } from './member-filter.ts';
import { toMemberActions } from './row-menu.ts';

const row = (
  role: MemberRole,
  can_change_role: boolean,
  can_remove: boolean,
  can_ban = can_remove,
): MemberRow => ({
  id: `row-${role}`,
  space_id: 'space',
  user_id: `user-${role}`,
  role,
  status: 'active',
  joined_at: '2026-11-21T04:00:00.000Z',
  points: 0,
  is_online: false,
  level: 1,
  level_version: 0,
  permissions: { can_change_role, can_remove, can_ban },
});

describe('Member menu', () => {
  it('offers only the actions that the server permits', () => {
    expect(toMemberActions(row('member', true, true))).toEqual(['make-admin', 'remove', 'ban']);
    expect(toMemberActions(row('admin', true, true))).toEqual(['make-member', 'remove', 'ban']);
    expect(toMemberActions(row('admin', false, false))).toEqual([]);
    expect(toMemberActions(row('owner', false, false))).toEqual([]);
    expect(toMemberActions(row('member', false, true, false))).toEqual(['remove']);
  });

  it('offers reporting only to those who cannot remove the member', () => {
    const reporting = { canReport: true };
    expect(toMemberActions(row('member', true, true), reporting)).toEqual(['make-admin', 'remove', 'ban']);
    expect(toMemberActions(row('owner', false, false), reporting)).toEqual(['report']);
    expect(toMemberActions(row('owner', false, false))).toEqual([]);
  });
});

describe('Member list', () => {
  it('stays fresh for a minute', () => {
    expect(membersPages('space').staleTime).toBe(60_000);
  });

  const pages = {
    pageParams: [null],
    pages: [{ members: [row('owner', false, false), row('member', true, true)], next_cursor: null }],
  };
  const rolesAfter = (action: 'make-admin' | 'remove' | 'ban') =>
    applyChange(pages, { userId: 'user-member', action }).pages[0]?.members.map(({ role }) => role);

  it('shows a change before it is refetched', () => {
    expect(rolesAfter('make-admin')).toEqual(['owner', 'admin']);
    expect(rolesAfter('remove')).toEqual(['owner']);
    expect(rolesAfter('ban')).toEqual(['owner']);
  });

  it('filters by name and username while typing', () => {
    const person = { full_name: 'Jörg Ångström', username: 'light.writer' };
    expect(matchesSearch(person, 'ÅNG')).toBe(true);
    expect(matchesSearch(person, ' WRITER ')).toBe(true);
    expect(matchesSearch(person, '')).toBe(true);
    expect(matchesSearch(person, 'wanda')).toBe(false);
  });

  it('ignores invalid search parameters', () => {
    expect(toMembersSearch({ role: 'admin', tab: 'requests', search: ' ada ' })).toEqual({
      role: 'admin',
      tab: 'requests',
      search: 'ada',
    });
    expect(toMembersSearch({ role: 'king', tab: 'throne', search: 3 })).toEqual({});
  });
});

it('shows a specific title for a rejected action', () => {
  const title = (code: ConstructorParameters<typeof ApiError>[0]) =>
    toMemberFailure(new ApiError(code, 403, 'text'), 'Error Removing Member').title;
  expect(title('remove_not_allowed')).toBe('Permission denied');
  expect(title('owner_cannot_be_removed')).toBe('Action Not Allowed');
  expect(title('internal')).toBe('Error Removing Member');
});
