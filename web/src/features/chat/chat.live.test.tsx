import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { LiveEvent } from '#contract/live.ts';
import { readEntities, readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { noChanges } from '#web/lib/list/list-changes.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aConversation, aMessage, aPerson, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import './chat.live.ts';
import { ConversationList } from './conversations/conversation-list.tsx';
import { messageChanges } from './messages/messages.api.ts';
import { unreadQuery } from './unread.api.ts';

const me = idOf(900);
const other = idOf(2_000_000);
const unreadOf = (unread_count: number, request_count = 0) => ({
  unread_count,
  conversation_count: 1,
  request_count,
  live_cursor: 1,
});
const named = (n: number, name: string, fields: Partial<Conversation> = {}) =>
  aConversation({
    id: idOf(n),
    conversation_id: idOf(n),
    is_group: true,
    name,
    conversation_name: name,
    last_message_at: timeOf(n),
    ...fields,
  });

function start(conversations: Conversation[], responses: Responses = {}) {
  const call = vi.fn(respondWith({ get_unread_conversations: () => unreadOf(0), ...responses }));
  const client = createQueryClient(call as never);
  seedEntities(client, { conversation: conversations });
  client.setQueryData(unreadQuery.queryKey, unreadOf(3));
  const receive = (type: LiveEvent['type'], payload: object, seq = 20) =>
    applyLiveEvent({ seq, channel: 'conversation:x', type, payload } as LiveEvent, { client, viewerId: me });
  const badge = () => client.getQueryData(unreadQuery.queryKey)?.unread_count;
  const unread = (n: number) => readEntity(client, 'conversation', idOf(n))?.unread_count;
  return { call, client, receive, badge, unread };
}
const after = (last_seq: number, version: number) => ({
  last_seq,
  version,
  latest_message_content: `Message ${last_seq}`,
  latest_message_time: timeOf(1_000 + last_seq),
  latest_message_sender: null,
  latest_message_kind: 'text',
  latest_message_system: null,
  last_message_at: timeOf(1_000 + last_seq),
});
const created = (
  conversation: number,
  seq: number,
  fields: Partial<Parameters<typeof aMessage>[0]> = {},
) => ({
  message: aMessage({ id: idOf(seq), seq, conversation_id: idOf(conversation), ...fields }),
  conversation: after(seq, seq + 1),
});

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('A new message', () => {
  it('of someone else is unread once, and counts for the badge', () => {
    const { receive, badge, unread } = start([named(1, 'Crew')]);
    receive('message.created', created(1, 1));
    receive('message.created', created(1, 1));
    expect([unread(1), badge()]).toEqual([1, 4]);
    receive('message.created', created(1, 2), 21);
    expect([unread(1), badge()]).toEqual([2, 5]);
  });

  it('of the viewer, of the system, or already read raises nothing', () => {
    const { receive, badge, unread } = start([named(1, 'Crew', { last_read_seq: 3 })]);
    receive('message.created', created(1, 1, { sender_id: me }));
    receive('message.created', created(1, 2, { kind: 'system' }), 21);
    receive('message.created', created(1, 3), 22);
    expect([unread(1), badge()]).toEqual([0, 3]);
  });

  it('of a muted conversation or a request is unread there, but not on the badge', () => {
    const { receive, badge, unread } = start([
      named(1, 'Crew', { muted_until: '9999-01-01T00:00:00.000Z' }),
      named(2, 'Someone', { status: 'request_received' }),
    ]);
    receive('message.created', created(1, 1));
    receive('message.created', created(2, 1));
    expect([unread(1), unread(2), badge()]).toEqual([1, 1, 3]);
  });

  it('of a conversation that was not opened is not kept, only what the list shows of it', () => {
    const { client, receive, unread } = start([named(1, 'Crew')]);
    receive('message.created', created(1, 1));
    const deleted = { message_id: idOf(7), conversation_id: idOf(1), seq: 1, sender_id: other, version: 2 };
    receive('message.deleted', { ...deleted, conversation: created(1, 1).conversation }, 21);
    expect(unread(1)).toBe(1);
    expect(readEntities(client, 'message')).toEqual([]);
    expect(messageChanges.read(client, idOf(1))).toEqual(noChanges);
  });

  it('after a gap requests the conversation again', async () => {
    const fresh = named(1, 'Crew', { version: 6, unread_count: 5, last_seq: 5 });
    const { receive, unread } = start([named(1, 'Crew')], {
      get_conversation: () => ({ conversation: fresh, live_cursor: 9 }),
    });
    receive('message.created', created(1, 5));
    await waitFor(() => expect(unread(1)).toBe(5));
  });

  it('that is deleted is not unread anymore', () => {
    const { receive, badge, unread } = start([named(1, 'Crew')]);
    receive('message.created', created(1, 1));
    const deleted = { message_id: idOf(1), conversation_id: idOf(1), seq: 1, sender_id: other, version: 2 };
    receive('message.deleted', { ...deleted, conversation: after(1, 3) }, 21);
    expect([unread(1), badge()]).toEqual([0, 3]);
  });
});

it('Reading on another device empties the conversation here, and older states change nothing', () => {
  const { receive, unread, badge } = start([
    named(1, 'Crew', { unread_count: 3, last_seq: 3, viewer_version: 5 }),
  ]);
  const state = {
    conversation_id: idOf(1),
    last_read_seq: 3,
    unread_count: 0,
    is_marked_unread: false,
    muted_until: null,
    status: 'active',
    version: 1,
  };
  receive('conversation.viewer_changed', { ...state, viewer_version: 5 });
  expect(unread(1)).toBe(3);
  receive('conversation.viewer_changed', { ...state, viewer_version: 6 });
  expect([unread(1), badge()]).toEqual([0, 0]);
});

describe('The list of conversations', () => {
  const list = (client: ReturnType<typeof start>['client'], onOpen = vi.fn(), onPerson = vi.fn()) =>
    renderPage(
      client,
      <ConversationList viewerId={me} variant="full" onOpen={onOpen} onPerson={onPerson} onNew={vi.fn()} />,
    );
  const names = () =>
    [...document.querySelectorAll('.conversation-name')].map(({ textContent }) => textContent);
  const page = (conversations: Conversation[]) => ({ conversations, next_cursor: null, live_cursor: 1 });

  it('begins with the latest message, also when one arrives', async () => {
    const { client, receive } = start([], {
      list_conversations: () => page([named(2, 'Second'), named(1, 'First')]),
    });
    list(client);
    await waitFor(() => expect(names()).toEqual(['Second', 'First']));
    receive('message.created', created(1, 1));
    await waitFor(() => expect(names()).toEqual(['First', 'Second']));
    expect(screen.getByText('1 unread message')).toBeTruthy();
  });

  it.each(['popover', 'full'] as const)(
    'finds people without a conversation in the %s list',
    async (variant) => {
      const person = (n: number, full_name: string) => ({
        ...aPerson({ id: idOf(n), full_name }),
        user_id: idOf(n),
        is_online: false,
        last_seen_at: null,
        will_send_request: false,
      });
      const direct = aConversation({ id: idOf(1), conversation_id: idOf(1) });
      const known = direct.other_participants[0]?.user_id ?? '';
      const { client } = start([], {
        list_conversations: ({ search }) => page(search === '' ? [] : [direct]),
        search_people: () => ({
          people: [{ ...person(5, 'Ada Tester'), user_id: known }, person(6, 'Bea New')],
        }),
        search_messages: () => ({ messages: [], next_cursor: null }),
      });
      const onPerson = vi.fn();
      renderPage(
        client,
        <ConversationList
          viewerId={me}
          variant={variant}
          onOpen={vi.fn()}
          onPerson={onPerson}
          onNew={vi.fn()}
        />,
      );
      await userEvent.type(await screen.findByRole('searchbox'), 'Bea');
      await waitFor(() => expect(names()).toEqual(['Ada Tester', 'Bea New']));
      await userEvent.click(screen.getByText('Bea New'));
      expect(onPerson.mock.calls).toEqual([[idOf(6)]]);
    },
  );

  it('says that there is nothing, with and without a search', async () => {
    const { client } = start([], {
      list_conversations: () => page([]),
      search_messages: () => ({ messages: [], next_cursor: null }),
    });
    list(client);
    expect(await screen.findByText('No chats found')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Start a new conversation' })).toBeTruthy();
    await userEvent.type(screen.getByPlaceholderText('Search users or messages...'), 'zzz');
    expect(await screen.findByText('Try a different search')).toBeTruthy();
  });

  it('is walked through with the arrow keys, and opens a message that was found', async () => {
    const onOpen = vi.fn();
    const { client } = start([], {
      list_conversations: ({ search }) => page(search ? [] : [named(2, 'Second'), named(1, 'First')]),
      search_messages: () => ({
        messages: [
          {
            id: idOf(5),
            conversation_id: idOf(1),
            conversation_name: 'First',
            is_group: true,
            seq: 7,
            sender: { id: other, full_name: 'Ada', avatar_url: null },
            excerpt: 'a red filter',
            created_at: timeOf(5),
          },
        ],
        next_cursor: null,
      }),
    });
    list(client, onOpen);
    await waitFor(() => expect(names()).toEqual(['Second', 'First']));
    const search = screen.getByPlaceholderText('Search users or messages...');
    await userEvent.click(search);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onOpen.mock.calls.at(-1)?.[0]).toBe(idOf(1));
    await userEvent.type(search, 'filter');
    await userEvent.click(await screen.findByText('Ada: a red filter'));
    expect(onOpen).toHaveBeenLastCalledWith(idOf(1), 7);
  });
});
