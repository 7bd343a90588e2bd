import { afterEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/spaces.ts';
import { ApiError, NetworkError } from '#web/lib/api-client.ts';
import {
  forgetInvitation,
  invitationLife,
  keepInvitation,
  keepJoinWish,
  readInvitation,
  takeJoinWish,
  wishLife,
} from './invitation.ts';
import { type JoinState, toJoinLabel, toJoinState } from './join-state.ts';
import { toJoinFailure, toLeaveFailure } from './join-texts.ts';
import { toRoleNotice } from './role-notice.ts';

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

describe('the button of a space', () => {
  it.each<[string, Partial<Facts>, JoinState, string]>([
    ['a public free space', {}, 'join', 'Join'],
    ['a private space', { is_private: true }, 'ask', 'Ask to join'],
    ['a private space after asking', { is_private: true, join_requested: true }, 'asked', 'Request sent'],
    ['a paid space', paid, 'pay', 'Join for $12.50 a month'],
    ['a paid space without a price', { ...paid, price_per_month: null }, 'join', 'Join'],
    ['a space of one price in whole dollars', { ...paid, price_per_month: 9 }, 'pay', 'Join for $9 a month'],
    ['a space that banned one', { is_private: true, viewer_is_banned: true }, 'banned', 'Banned'],
    ['an own space', { ...paid, is_private: true, membership }, 'open', 'Open'],
  ])('of %s', (_name, facts, state, label) => {
    const space = { ...open, ...facts };
    expect(toJoinState(space)).toBe(state);
    expect(toJoinLabel(state, space.price_per_month)).toBe(label);
  });
});

describe('what is said', () => {
  it('when joining failed', () => {
    const refused = new ApiError('membership_blocked', 403, 'You cannot rejoin this space.');
    expect(toJoinFailure(refused)).toMatchObject({
      title: 'Could Not Join Space',
      description: 'You cannot rejoin this space.',
    });
    expect(toJoinFailure(new NetworkError(null)).title).toBe('Error Joining Space');
    expect(toJoinFailure(new Error('?')).description).toBe('Join failed.');
    expect(toJoinFailure(new ApiError('authentication_required', 401, 'x'))).toMatchObject({
      title: 'Login required',
      description: 'You need to be logged in to join a space.',
    });
  });

  it('when leaving failed', () => {
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

  it('when others changed what one may do', () => {
    expect(toRoleNotice('member', null, 'Film')).toBe('You are no longer a member of Film.');
    expect(toRoleNotice(null, 'member', 'Film')).toBe('You are now a member of Film.');
    expect(toRoleNotice('member', 'admin', 'Film')).toBe('You are now an admin of Film.');
    expect(toRoleNotice('admin', 'member', 'Film')).toBe('You are no longer an admin of Film.');
    expect(toRoleNotice('admin', 'owner', 'Film')).toBe('You are now the owner of Film.');
    expect(toRoleNotice('admin', 'admin', 'Film')).toBeNull();
  });
});

describe('what a device keeps through sign-up', () => {
  afterEach(() => localStorage.clear());

  it('is the latest invitation to each space, for 30 days', () => {
    keepInvitation('one', '0123abcd', 0);
    keepInvitation('two', 'ffffffff', 0);
    keepInvitation('one', 'not a reference', 1);
    keepInvitation('one', undefined, 1);
    expect(readInvitation('one', invitationLife)).toBe('0123abcd');
    expect(readInvitation('one', invitationLife + 1)).toBeUndefined();
    keepInvitation('one', '89abcdef', 5);
    expect(readInvitation('one', 6)).toBe('89abcdef');
    forgetInvitation('one');
    expect(readInvitation('one', 6)).toBeUndefined();
    expect(readInvitation('two', 6)).toBe('ffffffff');
  });

  it('is the wish to join, which comes true once', () => {
    expect(takeJoinWish('one')).toBe(false);
    keepJoinWish('one', 0);
    expect(takeJoinWish('two', 1)).toBe(false);
    expect(takeJoinWish('one', 1)).toBe(true);
    expect(takeJoinWish('one', 1)).toBe(false);
    keepJoinWish('one', 0);
    expect(takeJoinWish('one', wishLife + 1)).toBe(false);
  });
});
