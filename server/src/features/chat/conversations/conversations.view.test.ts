import { afterEach, describe, expect, it, vi } from 'vitest';
import { maxGroupParticipants, maxReadReceiptParticipants } from '#contract/values/limits.ts';
import { nowMs, setClockOffset } from '#server/platform/clock.ts';
import type { ContactRow, ConversationRow, LatestRow, OtherRow } from './conversation-columns.queries.ts';
import {
  otherOf,
  toContact,
  toConversation,
  toLatestMessage,
  toPresence,
  withOnline,
} from './conversations.view.ts';

afterEach(() => setClockOffset(0));

const ago = (minutes: number) => new Date(nowMs() - minutes * 60_000).toISOString();
const person = (id: string) => ({ id, full_name: `Full ${id}`, avatar_url: null, username: id });
const other = (fields: Partial<OtherRow> = {}): OtherRow =>
  ({
    person: person('bob'),
    status: 'active',
    is_admin: false,
    last_read_seq: 4,
    last_active_at: ago(1),
    read_receipts: true,
    is_blocked: false,
    ...fields,
  }) as OtherRow;
const contact: ContactRow = {
  is_blocked_by_viewer: false,
  has_blocked_viewer: false,
  who_can_message: 'shared_spaces',
  shares_space: true,
  follows_sender: false,
};
const latest = {
  content: '**Hi**',
  kind: 'text',
  created_at: '2026-03-03T10:00:00.000Z',
  sender: { ...person('bob'), username: 'hidden' },
  attached_type: null,
  system_type: null,
  system_name: null,
  system_people: null,
  system_people_count: 0,
} as unknown as LatestRow;
const direct = {
  id: 'c1',
  is_group: false,
  name: null,
  icon: null,
  created_by: 'ann',
  created_at: '2026-01-01T00:00:00.000Z',
  activity_at: '2026-03-03T10:00:00.000Z',
  last_seq: 9,
  participant_count: 2,
  version: 3,
  status: 'active',
  is_admin: false,
  first_seq: 1,
  left_seq: null,
  left_at: null,
  last_read_seq: 5,
  is_marked_unread: false,
  muted_until: null,
  viewer_version: 2,
  unread_count: 4,
  viewer_receipts: true,
  others: [other()],
  contact,
  blocked_user_ids: null,
  latest,
  draft_excerpt: null,
} as unknown as ConversationRow;
const group = {
  ...direct,
  is_group: true,
  name: 'Club',
  contact: null,
  is_admin: true,
  participant_count: 3,
};

const firstOther = (row: ConversationRow) => toConversation(row).other_participants[0];

describe('Presence', () => {
  it('is when someone was active last, and whether they are online now', () => {
    const seen = ago(5.1);
    expect(toPresence(seen, false)).toEqual({ is_online: false, last_seen_at: seen });
    const isOnline = vi.fn(() => true);
    const bob = { user_id: 'bob', ...toPresence(seen, false) };
    expect(withOnline({ isOnline })(bob)).toEqual({ ...bob, is_online: true });
    expect(isOnline).toHaveBeenCalledWith('bob', null);
    expect(withOnline({ isOnline: () => false })(bob)).toEqual(bob);
  });

  it('isn’t online to those who may not see it', () => {
    const hidden = { user_id: 'bob', ...toPresence(ago(1), true) };
    expect(withOnline({ isOnline: () => true })(hidden)).toEqual(hidden);
  });

  it('is nothing if it is hidden or unknown', () => {
    const nothing = { is_online: false, last_seen_at: null };
    expect(toPresence(ago(1), true)).toEqual(nothing);
    expect(toPresence(null, false)).toEqual(nothing);
  });
});

describe('The latest message', () => {
  it('is its excerpt, its sender and its time', () => {
    expect(toLatestMessage(latest, '2026-03-04T00:00:00.000Z')).toEqual({
      latest_message_content: 'Hi',
      latest_message_time: latest.created_at,
      latest_message_sender: { id: 'bob', full_name: 'Full bob', avatar_url: null },
      latest_message_kind: 'text',
      latest_message_system: null,
      last_message_at: '2026-03-04T00:00:00.000Z',
    });
  });

  it('is nothing but a time if all are deleted', () => {
    const none = toLatestMessage(null, '2026-03-04T00:00:00.000Z');
    expect(none.last_message_at).toBe('2026-03-04T00:00:00.000Z');
    expect(Object.values({ ...none, last_message_at: null })).toEqual(Object.values(none).map(() => null));
  });

  it.each([
    ['text', '', 'image/webp', 'image'],
    ['text', '', 'application/pdf', 'file'],
    ['text', 'Look', 'image/webp', 'text'],
    ['text', '', null, 'text'],
    ['voice', '', 'audio/webm', 'voice'],
  ] as const)(
    'of kind %s with the text %j and the attachment %s is %s',
    (kind, content, attached_type, shown) => {
      const row = { ...latest, kind, content, attached_type };
      expect(toLatestMessage(row, null).latest_message_kind).toBe(shown);
    },
  );

  it('of the system says what happened to whom', () => {
    const row: LatestRow = {
      ...latest,
      kind: 'system',
      system_type: 'participants_added',
      system_people_count: 12,
    };
    expect(toLatestMessage({ ...row, system_name: 'Club' }, null).latest_message_system).toEqual({
      type: 'participants_added',
      people: [],
      people_count: 12,
      name: 'Club',
    });
    const named = { ...row, system_people: [person('eve')] };
    expect(toLatestMessage(named, null).latest_message_system?.people).toEqual([person('eve')]);
  });
});

describe('A direct conversation', () => {
  it('has the name of the other person, and can be written into', () => {
    expect(toConversation(direct)).toMatchObject({
      id: 'c1',
      conversation_id: 'c1',
      name: null,
      conversation_name: 'Full bob',
      icon: null,
      status: 'active',
      send_barrier: null,
      will_send_request: false,
      last_seq: 9,
      last_message_at: direct.activity_at,
      blocked_user_ids: [],
      can: { send: true, edit: false, add: false, remove: false, leave: false },
    });
    expect(toConversation({ ...direct, others: null }).conversation_name).toBe('');
    expect(toConversation({ ...direct, last_seq: 0, latest: null }).last_message_at).toBeNull();
  });

  it('shows when the other was online, and what they have read', () => {
    expect(firstOther(direct)).toMatchObject({
      user_id: 'bob',
      last_seen_at: expect.any(String),
      last_read_seq: 4,
      is_admin: false,
    });
  });

  it.each<[string, Partial<ConversationRow>]>([
    ['the viewer has receipts off', { viewer_receipts: false }],
    ['the other has receipts off', { others: [other({ read_receipts: false })] }],
  ])('doesn’t show what is read if %s', (_why, change) => {
    expect(firstOther({ ...direct, ...change })).toMatchObject({
      last_seen_at: expect.any(String),
      last_read_seq: null,
    });
  });

  it.each<[string, Partial<ConversationRow>]>([
    ['the viewer’s request waits', { others: [other({ status: 'request' })] }],
    ['nothing was written yet', { others: [other({ status: 'hidden' })] }],
    ['the viewer hasn’t accepted', { status: 'request' }],
    [
      'the viewer blocked the other',
      { contact: { ...contact, is_blocked_by_viewer: true }, others: [other({ is_blocked: true })] },
    ],
    [
      'the other blocked the viewer',
      { contact: { ...contact, has_blocked_viewer: true }, others: [other({ is_blocked: true })] },
    ],
  ])('shows neither if %s', (_why, change) => {
    expect(firstOther({ ...direct, ...change })).toMatchObject({
      last_seen_at: null,
      last_read_seq: null,
    });
  });

  it.each<[string, ContactRow, Partial<ConversationRow>]>([
    ['blocked_by_viewer', { ...contact, is_blocked_by_viewer: true }, { will_send_request: false } as never],
    ['unavailable', { ...contact, has_blocked_viewer: true }, {}],
  ])('can’t be written into after a block: %s', (send_barrier, blocked) => {
    expect(toConversation({ ...direct, contact: blocked })).toMatchObject({
      send_barrier,
      will_send_request: false,
      can: { send: false },
    });
  });

  it('says that the first message is a request', () => {
    const hidden = { ...direct, others: [other({ status: 'hidden' })] };
    const stranger = { ...contact, shares_space: false };
    expect(toConversation({ ...hidden, contact: stranger }).will_send_request).toBe(true);
    expect(toConversation(hidden).will_send_request).toBe(false);
    expect(toConversation({ ...direct, contact: stranger }).will_send_request).toBe(false);
    const followed = { ...stranger, follows_sender: true };
    expect(toConversation({ ...hidden, contact: followed }).will_send_request).toBe(false);
    const nobody = { ...stranger, who_can_message: 'nobody' as const };
    expect(toConversation({ ...hidden, contact: nobody })).toMatchObject({
      will_send_request: false,
      send_barrier: 'unavailable',
    });
  });
});

describe('A group', () => {
  it('has its name, and its admins can change it', () => {
    expect(toConversation(group)).toMatchObject({
      name: 'Club',
      conversation_name: 'Club',
      can: { send: true, edit: true, add: true, remove: true, leave: true },
    });
    expect(toConversation({ ...group, is_admin: false }).can).toEqual({
      send: true,
      edit: false,
      add: false,
      remove: false,
      leave: true,
    });
  });

  it('takes people until it is full', () => {
    const sized = (participant_count: number) => toConversation({ ...group, participant_count }).can;
    expect(sized(maxGroupParticipants - 1).add).toBe(true);
    expect(sized(maxGroupParticipants)).toMatchObject({ add: false, edit: true, remove: true });
  });

  it('shows what others have read up to 50 people', () => {
    const sized = (participant_count: number) => firstOther({ ...group, participant_count })?.last_read_seq;
    expect([sized(maxReadReceiptParticipants), sized(maxReadReceiptParticipants + 1)]).toEqual([4, null]);
  });

  it('hides who blocked whom, and no one else', () => {
    const others = [other({ is_blocked: true }), other({ person: person('eve') as OtherRow['person'] })];
    expect(
      toConversation({ ...group, others }).other_participants.map(
        ({ last_seen_at }) => last_seen_at !== null,
      ),
    ).toEqual([false, true]);
  });

  it.each(['left', 'removed'] as const)('stays as it was for someone who %s', (status) => {
    const left_at = '2026-02-02T00:00:00.000Z';
    const row = { ...group, status, left_seq: 6, left_at, others: [other()] };
    expect(toConversation(row)).toMatchObject({
      status,
      last_seq: 6,
      last_message_at: left_at,
      send_barrier: 'left',
      can: { send: false, edit: false, add: false, remove: false, leave: false },
    });
    expect(firstOther(row)?.last_read_seq).toBeNull();
  });
});

it('The other person counts as a participant unless the row says otherwise', () => {
  expect(otherOf({ is_group: true, contact, others: [other()] })).toBeNull();
  expect(otherOf({ is_group: false, contact: null, others: [other()] })).toBeNull();
  expect(otherOf({ is_group: false, contact, others: null })).toEqual({
    status: 'active',
    is_blocked_by_viewer: false,
    has_blocked_viewer: false,
    reach: 'direct',
  });
  const blocked = { ...contact, has_blocked_viewer: true };
  expect(otherOf({ is_group: false, contact: blocked, others: [{ status: 'hidden' }] })).toMatchObject({
    status: 'hidden',
    has_blocked_viewer: true,
    reach: 'none',
  });
});

describe('A person to write to', () => {
  const row = { ...contact, person: person('bob') as OtherRow['person'], last_active_at: ago(1) };

  it('is shown with their last activity to those who can write directly', () => {
    expect(toContact(row)).toMatchObject({
      user_id: 'bob',
      last_seen_at: expect.any(String),
      will_send_request: false,
    });
  });

  it.each([
    [{ shares_space: false }, true],
    [{ shares_space: false, who_can_message: 'everyone' as const }, false],
    [{ shares_space: false, follows_sender: true }, false],
    [{ is_blocked_by_viewer: true }, false],
    [{ has_blocked_viewer: true }, false],
  ])('isn’t with %j', (change, will_send_request) => {
    expect(toContact({ ...row, ...change })).toMatchObject({
      last_seen_at: null,
      will_send_request,
    });
  });
});
