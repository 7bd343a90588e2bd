import { describe, expect, it } from 'vitest';
import type { Conversation, ConversationViewerState } from '#contract/features/chat/conversations.ts';
import { maxUnreadCount } from '#contract/values/limits.ts';
import { aConversation, aMessage, idOf, timeOf } from '#web-testing/fixtures.ts';
import {
  applyToConversation,
  applyViewerState,
  type ConversationEvent,
  countForBadge,
  isMuted,
} from './apply-to-conversation.ts';

const me = idOf(900);
const other = idOf(901);
const before = aConversation({ last_seq: 4, last_read_seq: 2, unread_count: 2, version: 10 });
const eventOf = (type: ConversationEvent['type'], payload: object) =>
  ({ type, payload }) as ConversationEvent;
const after = (last_seq: number, version = 11) => ({
  last_seq,
  version,
  latest_message_content: `Message ${last_seq}`,
  latest_message_time: timeOf(last_seq),
  latest_message_sender: null,
  latest_message_kind: 'text' as const,
  latest_message_system: null,
  last_message_at: timeOf(last_seq),
});
const created = (seq: number, fields: object = {}, version = 11) =>
  eventOf('message.created', {
    message: aMessage({ seq, sender_id: other, ...fields }),
    conversation: after(seq, version),
  });
const deleted = (seq: number, sender_id = other) =>
  eventOf('message.deleted', { message_id: idOf(seq), seq, sender_id, version: 2, conversation: after(4) });
const apply = (event: ConversationEvent, fields: Partial<Conversation> = {}) =>
  applyToConversation({ ...before, ...fields }, event, me);

describe('A new message', () => {
  it('is the latest of its conversation, and unread', () => {
    const { conversation, isIncomplete } = apply(created(5));
    expect(conversation).toMatchObject({ ...after(5), unread_count: 3, last_read_seq: 2 });
    expect(isIncomplete).toBe(false);
  });

  it.each([
    ['of the system', { kind: 'system' as const }],
    ['of the viewer', { sender_id: me }],
  ])('%s is not unread', (_whose, fields) => {
    expect(apply(created(5, fields)).conversation.unread_count).toBe(2);
  });

  it('that was read on another device before is not unread', () => {
    expect(apply(created(5), { last_read_seq: 5 }).conversation.unread_count).toBe(2);
    expect(apply(created(5), { last_read_seq: 4 }).conversation.unread_count).toBe(3);
  });

  it('of the viewer has read what was before it, if they had seen that', () => {
    const mine = created(5, { sender_id: me });
    expect(apply(mine, { is_marked_unread: true, last_read_seq: 4 }).conversation).toMatchObject({
      is_marked_unread: false,
      last_read_seq: 5,
    });
    expect(apply(mine, { is_marked_unread: true }).conversation).toMatchObject({
      is_marked_unread: false,
      last_read_seq: 2,
    });
    expect(apply(created(5), { is_marked_unread: true }).conversation.is_marked_unread).toBe(true);
  });

  it('that is known already changes nothing', () => {
    for (const version of [9, 10])
      expect(apply(created(5, {}, version))).toEqual({ conversation: before, isIncomplete: false });
  });

  it('after a gap needs the conversation again', () => {
    expect(apply(created(5, {}, 12)).isIncomplete).toBe(true);
    expect(apply(created(5), { unread_count: maxUnreadCount - 1 })).toMatchObject({
      conversation: { unread_count: maxUnreadCount },
      isIncomplete: false,
    });
    expect(apply(created(5), { unread_count: maxUnreadCount })).toMatchObject({
      conversation: { unread_count: maxUnreadCount },
      isIncomplete: true,
    });
  });
});

describe('A deleted message', () => {
  it('is not unread anymore', () => {
    expect(apply(deleted(3)).conversation.unread_count).toBe(1);
    expect(apply(deleted(3), { unread_count: 0 }).conversation.unread_count).toBe(0);
  });

  it('that was read, or is the viewer’s, changes no count', () => {
    expect(apply(deleted(2)).conversation.unread_count).toBe(2);
    expect(apply(deleted(3, me)).conversation.unread_count).toBe(2);
    expect(apply(deleted(3, me)).conversation.last_read_seq).toBe(2);
  });
});

it.each(['message.edited', 'message.outdated'] as const)(
  '%s changes what lists show, and no count',
  (type) => {
    const message = aMessage({ seq: 4, sender_id: other });
    const { conversation, isIncomplete } = apply(
      eventOf(type, { message, conversation: { ...after(4), latest_message_content: 'Edited' } }),
    );
    expect(conversation).toMatchObject({ latest_message_content: 'Edited', unread_count: 2, version: 11 });
    expect(isIncomplete).toBe(false);
  },
);

describe('What only the viewer sees', () => {
  const state = (fields: Partial<ConversationViewerState> = {}): ConversationViewerState => ({
    conversation_id: before.id,
    last_read_seq: 3,
    unread_count: 1,
    is_marked_unread: false,
    muted_until: null,
    status: 'active',
    version: 10,
    viewer_version: 2,
    ...fields,
  });

  it('follows another device', () => {
    expect(applyViewerState(before, state())).toMatchObject({
      conversation: { last_read_seq: 3, unread_count: 1, viewer_version: 2, version: 10 },
      isIncomplete: false,
    });
    const read = eventOf('conversation.viewer_changed', state({ muted_until: timeOf(9) }));
    expect(apply(read).conversation.muted_until).toBe(timeOf(9));
  });

  it('is nothing if it is older or the same', () => {
    for (const viewer_version of [0, 1])
      expect(applyViewerState(before, state({ viewer_version }))).toEqual({
        conversation: before,
        isIncomplete: false,
      });
  });

  it('is all read up to the last message, however old the count', () => {
    const all = state({ last_read_seq: 4, unread_count: 1, version: 9 });
    expect(applyViewerState(before, all)).toMatchObject({
      conversation: { unread_count: 0, last_read_seq: 4 },
      isIncomplete: false,
    });
  });

  it('needs the conversation again if it was marked as unread after messages that are still to come', () => {
    const marked = state({ last_read_seq: 5, is_marked_unread: true, version: 11 });
    expect(applyViewerState(before, marked).isIncomplete).toBe(true);
    expect(applyViewerState(before, { ...marked, is_marked_unread: false }).isIncomplete).toBe(false);
    expect(applyViewerState(before, { ...marked, version: 10 }).isIncomplete).toBe(false);
  });

  it('needs the conversation again after another status, or if the count is of another version', () => {
    expect(applyViewerState(before, state({ status: 'request_received' })).isIncomplete).toBe(true);
    expect(applyViewerState(before, state({ version: 11 })).isIncomplete).toBe(true);
  });
});

describe('What others have read', () => {
  const [person] = before.other_participants;
  const people = [
    { ...person, user_id: other, last_read_seq: 3 },
    { ...person, user_id: idOf(902), last_read_seq: 1 },
  ] as Conversation['other_participants'];
  const read = (user_id: string, last_read_seq: number) =>
    eventOf('conversation.read', { conversation_id: before.id, user_id, last_read_seq, read_at: timeOf(0) });
  const positions = (event: ConversationEvent, other_participants = people) =>
    apply(event, { other_participants }).conversation.other_participants.map((one) => one.last_read_seq);

  it('only goes forward, for each of them', () => {
    expect(positions(read(other, 4))).toEqual([4, 1]);
    expect(positions(read(other, 2))).toEqual([3, 1]);
    expect(positions(read(idOf(902), 4))).toEqual([3, 4]);
    expect(apply(read(other, 4)).isIncomplete).toBe(false);
  });

  it('stays hidden where receipts are off', () => {
    const hidden = people.map((one) => ({ ...one, last_read_seq: null }));
    expect(positions(read(other, 4), hidden)).toEqual([null, null]);
  });
});

it('Another name or other people need the conversation again, once', () => {
  const changed = (version: number) =>
    eventOf('conversation.changed', { conversation_id: before.id, changed_user_ids: [], version });
  expect(apply(changed(11))).toEqual({ conversation: { ...before, version: 11 }, isIncomplete: true });
  expect(apply(changed(10))).toEqual({ conversation: before, isIncomplete: false });
});

describe('The badge', () => {
  const now = Date.parse(timeOf(100));

  it.each([
    ['active', 2],
    ['request_sent', 2],
    ['request_received', 0],
    ['left', 0],
    ['removed', 0],
  ] as const)('counts a conversation that is %s as %i', (status, count) => {
    expect(countForBadge({ ...before, status }, now)).toBe(count);
  });

  it('doesn’t count a muted one', () => {
    const muted = (muted_until: string | null) => [
      isMuted({ muted_until }, now),
      countForBadge({ ...before, muted_until }, now),
    ];
    expect(muted(timeOf(101))).toEqual([true, 0]);
    expect(muted(timeOf(100))).toEqual([false, 2]);
    expect(muted(null)).toEqual([false, 2]);
  });
});
