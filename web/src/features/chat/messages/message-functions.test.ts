import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/features/chat/messages.ts';
import { messageEditHours } from '#contract/values/limits.ts';
import { addItem, noChanges, removeItem } from '#web/lib/list/list-changes.ts';
import { aConversation, aMessage, idOf, timeOf } from '#web-testing/fixtures.ts';
import { toPresenceText } from '../people/presence-text.ts';
import { applyToMessage } from './apply-to-message.ts';
import { arrangeMessages, cursorOf } from './arrange-messages.ts';
import type { MessagePage } from './messages.api.ts';
import { toOpeningAnchor } from './opening-anchor.ts';
import { toReplied } from './replied-message.ts';
import { canChange } from './use-message-actions.ts';

const [me, other] = [idOf(900), idOf(901)];

describe('An event of a message', () => {
  const message = aMessage({
    version: 3,
    content: 'One',
    my_reactions: ['👍'],
    has_liked: true,
    read_by_ids: [other],
    reaction_counts: { '👍': 1 },
  });
  const apply = (type: string, payload: object) => applyToMessage(message, { type, payload } as never, me);

  it('shows an edit, and keeps what is the viewer’s own', () => {
    const edited = aMessage({ version: 4, content: 'Two', is_edited: true, reaction_counts: { '👍': 2 } });
    expect(apply('message.edited', { message: edited })).toEqual({
      ...edited,
      my_reactions: ['👍'],
      has_liked: true,
      read_by_ids: [other],
    });
    for (const version of [2, 3])
      expect(apply('message.edited', { message: { ...edited, version } })).toBe(message);
  });

  it('removes everything of a deleted message', () => {
    expect(apply('message.deleted', { version: 4 })).toMatchObject({
      is_deleted: true,
      content: '',
      attachments: [],
      reaction_counts: {},
      version: 4,
    });
    expect(apply('message.deleted', { version: 3 })).toBe(message);
  });

  it('counts reactions, and the viewer’s own only when they gave it', () => {
    const reacted = (user_id: string, is_given: boolean, version = 4) =>
      apply('message.reactions_changed', {
        version,
        reaction_counts: { '👍': 5 },
        actor: { user_id, kind: '🎉', is_given },
      });
    expect(reacted(other, true)).toMatchObject({
      reaction_counts: { '👍': 5 },
      my_reactions: ['👍'],
      version: 4,
    });
    expect(reacted(me, true).my_reactions.toSorted()).toEqual(['👍', '🎉'].toSorted());
    expect(reacted(me, true, 3)).toBe(message);
  });
});

describe('The messages of a conversation', () => {
  const page = (seqs: number[], live_cursor: number): MessagePage => ({
    positions: seqs.map((seq) => ({ id: idOf(seq), seq })),
    has_more_before: false,
    has_more_after: false,
    anchor_seq: null,
    live_cursor,
  });
  const arrange = (pages: MessagePage[], changes: unknown, hasNewer = false) => {
    const { items, apart } = arrangeMessages({
      pages,
      changes: changes as never,
      hasNewer,
      hasOlder: false,
    });
    return [items.map(({ seq }) => seq), apart.map(({ seq }) => seq)];
  };
  const position = (seq: number) => ({ id: idOf(seq), seq });

  it('are those of the pages and of what came since, oldest first', () => {
    const pages = [page([1, 2], 5), page([3, 4], 7)];
    expect(cursorOf(pages)).toBe(5);
    expect(cursorOf([])).toBe(0);
    const changes = addItem(addItem(noChanges, position(6), 9), position(5), 10);
    expect(arrange(pages, changes)).toEqual([[1, 2, 3, 4, 5, 6], []]);
    expect(arrange(pages, removeItem(noChanges, idOf(2), 9))).toEqual([[1, 3, 4], []]);
  });

  it('that come after a part that isn’t loaded are apart', () => {
    const changes = addItem(noChanges, position(60), 9);
    expect(arrange([page([1, 2], 5)], changes, true)).toEqual([[1, 2], [60]]);
  });

  it('are none before a page is loaded', () => {
    expect(arrange([], addItem(noChanges, position(5), 9))).toEqual([[], []]);
  });
});

it('Reading starts at the newest messages if the unread ones are among them', () => {
  const anchor = (unread_count: number, last_read_seq: number) =>
    toOpeningAnchor(aConversation({ unread_count, last_seq: 40, last_read_seq }));
  expect(toOpeningAnchor(undefined)).toBe('newest');
  expect(anchor(0, 0)).toBe('newest');
  expect(anchor(20, 15)).toBe('newest');
  expect(anchor(20, 14)).toBe('first_unread');
});

it('A reply shows the beginning of a message as plain text, and nothing of a deleted one', () => {
  const replied = (fields: Partial<Message>) => toReplied(aMessage(fields));
  expect(replied({ content: '**Hello**', seq: 3, version: 2 })).toMatchObject({
    id: idOf(3),
    seq: 3,
    kind: 'text',
    excerpt: 'Hello',
    is_deleted: false,
    version: 2,
  });
  expect(Object.keys(replied({}).sender).toSorted()).toEqual(['avatar_url', 'full_name', 'id']);
  expect(replied({ content: 'x'.repeat(300) }).excerpt).toHaveLength(200);
  expect(replied({ is_deleted: true })).toMatchObject({ excerpt: '', is_deleted: true });
});

it('An own message can be changed for a day, unless it is of the system or deleted', () => {
  const span = messageEditHours * 3_600_000;
  const can = (fields: Partial<Message>, age = 0) =>
    canChange(aMessage({ sender_id: me, created_at: timeOf(0), ...fields }), me, Date.parse(timeOf(0)) + age);
  expect([can({}), can({}, span - 1), can({}, span)]).toEqual([true, true, false]);
  expect([can({ sender_id: other }), can({ kind: 'system' }), can({ is_deleted: true })]).toEqual([
    false,
    false,
    false,
  ]);
});

it.each([
  [null, 'Last seen recently'],
  [0, 'Online now'],
  [59, 'Online now'],
  [60, 'active 1m ago'],
  [3_599, 'active 59m ago'],
])('Someone who was active %s seconds ago: %s', (seconds, text) => {
  const now = Date.parse(timeOf(100_000));
  const at = seconds === null ? null : new Date(now - seconds * 1000).toISOString();
  expect(toPresenceText(at, now)).toBe(text);
});

it('After an hour, presence names the time, and after a day the date', () => {
  const now = Date.parse(timeOf(0));
  const text = (hours: number) => toPresenceText(new Date(now - hours * 3_600_000).toISOString(), now);
  expect(text(1)).toMatch(/^active 1h ago \(.+\)$/);
  expect(text(23.9)).toMatch(/^active 23h ago \(.+\)$/);
  expect(text(24)).toMatch(/^last seen Dec 31, 2025, .*\d/);
});
