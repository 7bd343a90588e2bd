import { afterEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { toRoleToast } from '../roles/role-toast.ts';
import {
  forgetInvitation,
  invitationTtl,
  readInvitation,
  saveInvitation,
  toInvitationSearch,
} from './invitation.ts';
import { toJoinFailure, toLeaveFailure } from './join-messages.ts';
import { type JoinState, toJoinLabel, toJoinState } from './join-state.ts';

type Facts = Parameters<typeof toJoinState>[0];
const open: Facts = {
  membership: null,
  is_private: false,
  join_requested: false,
  viewer_is_banned: false,
  pricing_type: 'free',
  price_per_month: null,
};
const membership: Space['membership'] = { role: 'member', joined_at: '2026-11-21T04:00:00.000Z' };
const paid = { pricing_type: 'paid', price_per_month: 12.5 } as const;

describe('Join button', () => {
  it.each<[string, Partial<Facts>, JoinState, string]>([
    ['a public free space', {}, 'join', 'Join'],
    ['a private space', { is_private: true }, 'ask', 'Ask to join'],
    ['a private space after asking', { is_private: true, join_requested: true }, 'requested', 'Request sent'],
    ['a paid space', paid, 'pay', 'Join for $12.50 a month'],
    ['a paid space without a price', { ...paid, price_per_month: null }, 'join', 'Join'],
    ['a space of one price in whole dollars', { ...paid, price_per_month: 9 }, 'pay', 'Join for $9 a month'],
    ['a space that banned one', { is_private: true, viewer_is_banned: true }, 'banned', 'Banned'],
    ['a space of the viewer', { ...paid, is_private: true, membership }, 'open', 'Open'],
  ])('shows the right action for %s', (_name, facts, state, label) => {
    const space = { ...open, ...facts };
    expect(toJoinState(space)).toBe(state);
    expect(toJoinLabel(state, space.price_per_month)).toBe(label);
  });
});

describe('what is said', () => {
  it('when joining failed', () => {
    const rejected = new ApiError('membership_blocked', 403, "You can't rejoin this space.");
    expect(toJoinFailure(rejected)).toMatchObject({
      title: 'Could Not Join Space',
      description: "You can't rejoin this space.",
    });
    // Only a rejection says that the space can't be joined; anything else may work later.
    for (const status of [500, 503]) {
      const failed = new ApiError('internal', status, 'Something went wrong.');
      expect(toJoinFailure(failed)).toMatchObject({
        title: 'Error Joining Space',
        description: 'Something went wrong.',
      });
    }
    expect(toJoinFailure(new ApiError('rate_limited', 429, 'Wait.')).title).toBe('Could Not Join Space');
    expect(toJoinFailure(new NetworkError(null)).title).toBe('Error Joining Space');
    expect(toJoinFailure(new Error('?')).description).toBe('Join failed.');
    expect(toJoinFailure(new ApiError('authentication_required', 401, 'x'))).toMatchObject({
      title: 'Login required',
      description: 'You need to be logged in to join a space.',
    });
  });

  it('explain why leaving failed', () => {
    const text = 'As the owner, you cannot leave. Transfer ownership first.';
    expect(toLeaveFailure(new ApiError('owner_cannot_leave', 409, text))).toMatchObject({
      title: 'Cannot Leave Space',
      description: text,
    });
    expect(toLeaveFailure(new ApiError('authentication_required', 401, 'x'))).toMatchObject({
      title: 'Login Required',
      description: 'You must be logged in to leave a space.',
    });
    expect(toLeaveFailure(new Error('?')).title).toBe('Error Leaving Space');
  });

  it('report role changes made by others', () => {
    expect(toRoleToast('member', null, 'Film')).toBe("You're no longer a member of Film.");
    expect(toRoleToast(null, 'member', 'Film')).toBe("You're now a member of Film.");
    expect(toRoleToast('member', 'admin', 'Film')).toBe("You're now an admin of Film.");
    expect(toRoleToast('admin', 'member', 'Film')).toBe("You're no longer an admin of Film.");
    expect(toRoleToast('admin', 'owner', 'Film')).toBe("You're now the owner of Film.");
    expect(toRoleToast('admin', 'admin', 'Film')).toBeNull();
  });
});

describe('Data kept on the device through sign-up', () => {
  afterEach(() => localStorage.clear());

  it('includes the latest invitation to each space, for 30 days', () => {
    saveInvitation('one', '0123abcd', 0);
    saveInvitation('two', 'ffffffff', 0);
    saveInvitation('one', 'not a reference', 1);
    saveInvitation('one', undefined, 1);
    expect(readInvitation('one', invitationTtl)).toBe('0123abcd');
    expect(readInvitation('one', invitationTtl + 1)).toBeUndefined();
    saveInvitation('one', '89abcdef', 5);
    expect(readInvitation('one', 6)).toBe('89abcdef');
    forgetInvitation('one');
    expect(readInvitation('one', 6)).toBeUndefined();
    expect(readInvitation('two', 6)).toBe('ffffffff');
  });

  it('does not include invitations that have expired, once another one is saved', () => {
    saveInvitation('old', '0123abcd', 0);
    saveInvitation('kept', '0123abcd', 2);
    const stored = () => Object.keys(localStorage).filter((name) => name.includes('invitation'));
    saveInvitation('new', '0123abcd', invitationTtl + 2);
    expect(stored()).toHaveLength(2);
    expect(readInvitation('kept', invitationTtl + 2)).toBe('0123abcd');
  });

  it.each([
    ['0123abcd', '0123abcd'],
    ['0123ABCD', undefined],
    ['x0123abcd', undefined],
    ['0123abcdx', undefined],
    [12345678, undefined],
    [undefined, undefined],
  ])('reads the invitation %j of an address as %j', (ref, kept) => {
    expect(toInvitationSearch({ ref })).toEqual({ ref: kept });
  });
});
