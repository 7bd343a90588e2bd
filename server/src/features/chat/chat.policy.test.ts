import { describe, expect, it } from 'vitest';
import {
  isEditable,
  type OtherParticipant,
  type ParticipantStatus,
  reachOf,
  sendBarrierOf,
  showsReceipts,
  statusFor,
} from './chat.policy.ts';

describe('The first message to a person', () => {
  it.each([
    ['everyone', false, false, 'direct'],
    ['everyone', true, false, 'direct'],
    ['shared_spaces', true, false, 'direct'],
    ['shared_spaces', false, false, 'request'],
    ['shared_spaces', false, true, 'direct'],
    ['nobody', true, true, 'none'],
  ] as const)(
    'who lets %s write, with a common space: %s, and who follows the sender: %s, is %s',
    (who_can_message, shares_space, follows_sender, reach) => {
      const person = { who_can_message, shares_space, follows_sender };
      expect(reachOf({ ...person, is_blocked: false })).toBe(reach);
      expect(reachOf({ ...person, is_blocked: true })).toBe('none');
    },
  );
});

const statuses: ParticipantStatus[] = ['hidden', 'request', 'declined', 'active', 'left', 'removed'];
const open: OtherParticipant = {
  status: 'active',
  is_blocked_by_viewer: false,
  has_blocked_viewer: false,
  reach: 'direct',
};

describe('What keeps someone from writing', () => {
  const barriers = (other: OtherParticipant | null) => statuses.map((status) => sendBarrierOf(status, other));

  it('is in groups only that they are not in it anymore', () => {
    expect(barriers(null)).toEqual([null, null, null, null, 'left', 'left']);
  });

  it('is in direct conversations their own request that waits for them', () => {
    const waiting = 'request_not_accepted';
    expect(barriers(open)).toEqual([null, waiting, waiting, null, 'left', 'left']);
  });

  it('is a block before anything else, and their own one first', () => {
    const blocked = { ...open, has_blocked_viewer: true };
    expect(sendBarrierOf('request', blocked)).toBe('unavailable');
    expect(sendBarrierOf('active', { ...blocked, is_blocked_by_viewer: true })).toBe('blocked_by_viewer');
    expect(sendBarrierOf('left', blocked)).toBe('left');
  });

  it.each([
    ['request', 'direct', 'request_pending'],
    ['declined', 'direct', 'request_pending'],
    ['hidden', 'none', 'unavailable'],
    ['hidden', 'request', null],
    ['hidden', 'direct', null],
    ['active', 'none', null],
  ] as const)('with someone whose status is %s and reach %s: %s', (status, reach, barrier) => {
    expect(sendBarrierOf('active', { ...open, status, reach })).toBe(barrier);
  });
});

it('A deleted request looks to both like one that waits', () => {
  expect(statuses.map((status) => statusFor(status, 'active'))).toEqual([
    'active',
    'request_received',
    'request_received',
    'active',
    'left',
    'removed',
  ]);
  expect(statuses.map((status) => statusFor('active', status))).toEqual([
    'active',
    'request_sent',
    'request_sent',
    'active',
    'active',
    'active',
  ]);
  expect(statusFor('left', 'request')).toBe('left');
  expect(statusFor('active', null)).toBe('active');
});

it('Receipts are shown up to 50 people, and messages can be edited for a day', () => {
  expect([50, 51].map(showsReceipts)).toEqual([true, false]);
  const day = 24 * 60 * 60 * 1000;
  expect([day, day + 1].map((age) => isEditable(1_000, 1_000 + age))).toEqual([true, false]);
});
