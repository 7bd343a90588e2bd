import { describe, expect, it } from 'vitest';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { addItem, noChanges } from '#web/lib/list/list-changes.ts';
import { aConversation, idOf, timeOf } from '#web-testing/fixtures.ts';
import { arrangeConversations } from './arrange-conversations.ts';
import type { ConversationFilter } from './conversations.api.ts';

const conversation = (n: number, fields: Partial<Conversation> = {}) =>
  aConversation({ id: idOf(n), last_message_at: timeOf(n), unread_count: 0, ...fields });

function arrange(
  loaded: Conversation[],
  added: Conversation[] = [],
  filter: Partial<ConversationFilter> = {},
  hasNextPage = false,
): string[] {
  const known = new Map([...loaded, ...added].map((one) => [one.id, one]));
  const changes = added.reduce((all, { id }, index) => addItem(all, { id }, 10 + index), noChanges);
  return arrangeConversations({
    pages: [{ rows: loaded.map(({ id }) => ({ id })), next_cursor: null }],
    hasNextPage,
    changes: changes as never,
    find: (id) => known.get(id),
    filter: { filter: 'all', search: '', ...filter },
  }).map(({ id }) => id);
}

describe('The list of conversations', () => {
  it('begins with the latest message', () => {
    expect(arrange([conversation(1), conversation(3), conversation(2)])).toEqual([3, 2, 1].map(idOf));
  });

  it('takes the time of its creation for one without messages, and the ID for the same time', () => {
    const empty = conversation(2, { last_message_at: null, created_at: timeOf(9) });
    const same = conversation(4, { last_message_at: timeOf(1) });
    expect(arrange([conversation(1), same, empty])).toEqual([2, 4, 1].map(idOf));
    expect(arrange([same, conversation(1), empty])).toEqual([2, 4, 1].map(idOf));
  });

  it('shows a conversation that arrived since at its place, and one that is loaded once', () => {
    expect(arrange([conversation(1), conversation(3)], [conversation(2)])).toEqual([3, 2, 1].map(idOf));
    expect(arrange([conversation(1), conversation(3)], [conversation(1)])).toEqual([3, 1].map(idOf));
  });

  it('leaves out what isn’t in memory', () => {
    const pages = [{ rows: [{ id: idOf(1) }, { id: idOf(2) }], next_cursor: null }];
    const found = arrangeConversations({
      pages,
      hasNextPage: false,
      changes: noChanges as never,
      find: (id) => (id === idOf(2) ? conversation(2) : undefined),
      filter: { filter: 'all', search: '' },
    });
    expect(found.map(({ id }) => id)).toEqual([idOf(2)]);
  });

  it('has message requests only in the list of requests', () => {
    const request = conversation(2, { status: 'request_received' });
    expect(arrange([conversation(1), request])).toEqual([idOf(1)]);
    expect(arrange([conversation(1)], [request])).toEqual([idOf(1)]);
    expect(arrange([conversation(1), request], [], { filter: 'requests' })).toEqual([idOf(2)]);
    expect(arrange([], [conversation(1), request], { filter: 'requests' })).toEqual([idOf(2)]);
  });

  it('of unread ones gets only unread ones, and keeps those that are on screen', () => {
    const added = [
      conversation(2, { unread_count: 1 }),
      conversation(3, { is_marked_unread: true }),
      conversation(4),
    ];
    expect(arrange([conversation(1)], added, { filter: 'unread' })).toEqual([3, 2, 1].map(idOf));
    expect(arrange([conversation(1)], [conversation(1)], { filter: 'unread' })).toEqual([idOf(1)]);
  });
});
