import { describe, expect, it } from 'vitest';
import type { MemberRole } from '#contract/members.ts';
import { ApiError } from '#web/lib/api-client.ts';
import { matchesSearch, toMembersSearch } from './member-filter.ts';
import { toMemberFailure } from './member-messages.ts';
import { type MemberRow, membersPages } from './members.api.ts';
import { toMemberActions } from './row-menu.ts';
import { applyChange } from './use-change-member.ts';

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
  level: 1,
  level_version: 0,
  permissions: { can_change_role, can_remove, can_ban },
});

describe('the menu of a row', () => {
  it('offers what the server allows, and nothing else', () => {
    expect(toMemberActions(row('member', true, true))).toEqual(['make-admin', 'remove', 'ban']);
    expect(toMemberActions(row('admin', true, true))).toEqual(['make-member', 'remove', 'ban']);
    expect(toMemberActions(row('admin', false, false))).toEqual([]);
    expect(toMemberActions(row('owner', false, false))).toEqual([]);
    expect(toMemberActions(row('member', false, true, false))).toEqual(['remove']);
  });

  it('begins with a report, never with a change of rights', () => {
    const reporting = { canReport: true };
    expect(toMemberActions(row('member', true, true), reporting)).toEqual([
      'report',
      'make-admin',
      'remove',
      'ban',
    ]);
    expect(toMemberActions(row('owner', false, false), reporting)).toEqual(['report']);
  });
});

describe('the list', () => {
  it('is believed for a minute', () => {
    expect(membersPages('space').staleTime).toBe(60_000);
  });

  const pages = {
    pageParams: [null],
    pages: [{ members: [row('owner', false, false), row('member', true, true)], next_cursor: null }],
  };
  const rolesAfter = (action: 'make-admin' | 'remove' | 'ban') =>
    applyChange(pages, { userId: 'user-member', action }).pages[0]?.members.map(({ role }) => role);

  it('shows a change before it has been read anew', () => {
    expect(rolesAfter('make-admin')).toEqual(['owner', 'admin']);
    expect(rolesAfter('remove')).toEqual(['owner']);
    expect(rolesAfter('ban')).toEqual(['owner']);
  });

  it('is narrowed by name and username as one types', () => {
    const person = { full_name: 'Jörg Ångström', username: 'light.writer' };
    expect(matchesSearch(person, 'ÅNG')).toBe(true);
    expect(matchesSearch(person, ' WRITER ')).toBe(true);
    expect(matchesSearch(person, '')).toBe(true);
    expect(matchesSearch(person, 'wanda')).toBe(false);
  });

  it('takes from the address what it knows', () => {
    expect(toMembersSearch({ role: 'admin', tab: 'requests', search: ' ada ' })).toEqual({
      role: 'admin',
      tab: 'requests',
      search: 'ada',
    });
    expect(toMembersSearch({ role: 'king', tab: 'throne', search: 3 })).toEqual({});
  });
});

it('a refused act has its title', () => {
  const title = (code: ConstructorParameters<typeof ApiError>[0]) =>
    toMemberFailure(new ApiError(code, 403, 'text'), 'Error Removing Member').title;
  expect(title('remove_not_allowed')).toBe('Permission denied');
  expect(title('owner_cannot_be_removed')).toBe('Action Not Allowed');
  expect(title('internal')).toBe('Error Removing Member');
});
