import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { LiveEvent } from '#contract/live.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, LiveClient } from '#web/lib/live/live-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aConversation, aMessage, idOf, timeOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { refetchChat } from './chat.live.ts';
import { useGroupWrite } from './details/use-group-write.ts';
import { useMarkUnread, useMute } from './details/use-mute.ts';
import { applySentMessage } from './messages/apply-sent-message.ts';
import {
  advanceReadPosition,
  messagePages,
  readBySending,
  useReadPositions,
} from './messages/messages.api.ts';

const me = idOf(900);
const other = idOf(2_000_000);
const id = idOf(1);

function start(fields: Partial<Conversation> = {}, responses: Responses = {}) {
  const call = vi.fn(respondWith(responses));
  const client = createQueryClient(call as never);
  seedEntities(client, { conversation: [aConversation({ id, conversation_id: id, ...fields })] });
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const receive = (type: LiveEvent['type'], payload: object) =>
    applyLiveEvent({ seq: 20, channel: 'conversation:x', type, payload } as LiveEvent, {
      client,
      viewerId: me,
    });
  const outdated = () => invalidate.mock.calls.map(([filters]) => (filters?.queryKey as string[])?.[0]);
  const conversation = () => readEntity(client, 'conversation', id);
  return { call, client, receive, outdated, conversation };
}
const viewerState = {
  conversation_id: id,
  last_read_seq: 0,
  unread_count: 0,
  is_marked_unread: false,
  muted_until: null,
  status: 'active' as const,
  version: 1,
  viewer_version: 2,
};
const returned = (fields: Partial<Conversation> = {}): Responses => ({
  get_conversation: () => ({
    conversation: aConversation({ id, conversation_id: id, ...fields }),
    live_cursor: 9,
  }),
});

describe('An event that doesn’t say everything', () => {
  it('about the lists requests them again', () => {
    const { receive, outdated } = start();
    receive('conversation.list_changed', { conversation_id: id });
    expect(outdated()).toEqual(['list_conversations']);
  });

  it('about the people of a group requests them and the conversation again', async () => {
    const { receive, outdated, conversation } = start({}, returned({ version: 2, participant_count: 3 }));
    receive('conversation.changed', { conversation_id: id, changed_user_ids: [], version: 2 });
    expect(outdated()).toEqual(['list_participants']);
    await waitFor(() => expect(conversation()?.participant_count).toBe(3));
  });

  it('about a request that was accepted requests the lists again, and about another change doesn’t', () => {
    const { receive, outdated } = start({ status: 'request_received' }, returned({ status: 'active' }));
    receive('conversation.viewer_changed', { ...viewerState, status: 'request_received' });
    expect(outdated()).toEqual([]);
    receive('conversation.viewer_changed', { ...viewerState, viewer_version: 3 });
    expect(outdated()).toEqual(['list_conversations']);
  });

  it('about a block requests who is blocked, and conversations with that person, again', async () => {
    const { call, client, receive, outdated } = start({}, returned());
    seedEntities(client, {
      conversation: [aConversation({ id: idOf(2), conversation_id: idOf(2), other_participants: [] })],
    });
    receive('block.changed', { user_id: other, is_blocked: true });
    expect(outdated()).toEqual(['list_blocked_users', 'list_recent_contacts', 'list_suggested_people']);
    await waitFor(() => expect(call).toHaveBeenCalled());
    const requested = call.mock.calls.map(
      ([, input]) => (input as { conversation_id: string }).conversation_id,
    );
    expect(requested).toEqual([id]);
  });

  it('about a draft shows its beginning and requests it again', () => {
    const { receive, outdated, conversation } = start();
    receive('message_draft.changed', { conversation_id: id, version: 2, excerpt: 'Half' });
    expect(conversation()?.draft_excerpt).toBe('Half');
    expect(outdated()).toEqual(['get_message_draft']);
  });

  it('about the settings stores them', () => {
    const { client, receive } = start();
    const settings = { who_can_message: 'nobody', read_receipts: false, typing_indicators: true };
    receive('chat_settings.changed', { settings });
    expect(client.getQueryData(['get_chat_settings', {}])).toEqual({ settings });
  });

  it('about the switch of a space stores it', () => {
    const { client, receive } = start();
    receive('space_chat.changed', { space_id: idOf(30), chat_enabled: false });
    expect(client.getQueryData(['get_space_chat', { space_id: idOf(30) }])).toEqual({ chat_enabled: false });
  });
});

const lists = [
  'list_conversations',
  'get_message_draft',
  'get_chat_settings',
  'get_space_chat',
  'list_blocked_users',
];

it('After a lost connection, everything of chat is requested again, and closed conversations are dropped', () => {
  const { client, outdated } = start();
  client.setQueryData(['list_messages', { conversation_id: id }], { pages: [] });
  refetchChat(client);
  expect(outdated()).toEqual(['get_unread_conversations', ...lists]);
  expect(client.getQueryCache().findAll({ queryKey: ['list_messages'] })).toEqual([]);
});

it('After each connect, the badge is right at once; the lists come after what the page shows', async () => {
  const { client, outdated } = start();
  const handlers = new Map<string, () => void>();
  const socket = {
    connected: false,
    on: (name: string, handler: () => void) => handlers.set(name, handler),
    emit: () => {},
    disconnect: () => {},
  };
  const idle = vi.fn<(task: () => void) => void>();
  vi.stubGlobal('requestIdleCallback', idle);
  const live = new LiveClient(() => ({ client, viewerId: me }));
  live.attach(socket as never);
  handlers.get('connect')?.();
  await vi.waitFor(() => expect(outdated()).toEqual(['get_unread_conversations']));
  for (const [task] of idle.mock.calls) task();
  expect(outdated()).toEqual(['get_unread_conversations', ...lists]);
  live.detach();
  vi.unstubAllGlobals();
});

it('A deleted message that is in memory shows nothing anymore', () => {
  const { client, receive } = start();
  const message = aMessage({ id: idOf(7), conversation_id: id, seq: 1 });
  seedEntities(client, { message: [message] });
  receive('message.deleted', {
    message_id: idOf(7),
    conversation_id: id,
    seq: 1,
    sender_id: other,
    version: 2,
    conversation: {
      last_seq: 1,
      version: 2,
      latest_message_content: null,
      latest_message_time: null,
      latest_message_sender: null,
      latest_message_kind: null,
      latest_message_system: null,
      last_message_at: timeOf(1),
    },
  });
  expect(readEntity(client, 'message', idOf(7))).toMatchObject({ is_deleted: true, content: '' });
});

describe('A message that was sent', () => {
  const sent = (version = 2) => ({
    message: aMessage({ conversation_id: id, seq: 1, sender_id: me }),
    conversation: {
      last_seq: 1,
      version,
      latest_message_content: 'Hi',
      latest_message_time: timeOf(1),
      latest_message_sender: null,
      latest_message_kind: 'text' as const,
      latest_message_system: null,
      last_message_at: timeOf(1),
    },
    last_read_seq: 1,
  });

  it('is the latest of its conversation, and read', () => {
    const { client, conversation } = start();
    applySentMessage(client, sent(), me);
    expect(conversation()).toMatchObject({ latest_message_content: 'Hi', version: 2, last_read_seq: 1 });
    expect(conversation()?.status).toBe('active');
  });

  it('after a gap leaves the rest to its event', () => {
    const { client, conversation } = start();
    applySentMessage(client, sent(3), me);
    expect(conversation()).toMatchObject({ latest_message_content: null, version: 1, last_read_seq: 1 });
  });

  it('as the first one shows from then on what the other person has read', async () => {
    const person = (last_read_seq: number | null) =>
      aConversation().other_participants.map((one) => ({ ...one, last_read_seq }));
    const { client, conversation, receive } = start(
      { other_participants: person(null) },
      returned({ other_participants: person(0), version: 2, last_seq: 1 }),
    );
    applySentMessage(client, sent(), me);
    await waitFor(() => expect(conversation()?.other_participants[0]?.last_read_seq).toBe(0));
    const [reader] = person(0);
    const read = { user_id: reader?.user_id, last_read_seq: 1, read_at: timeOf(2) };
    receive('conversation.read', { conversation_id: id, ...read });
    expect(conversation()?.other_participants[0]?.last_read_seq).toBe(1);
  });

  it('as a request closes the conversation until it is accepted', () => {
    const { client, conversation } = start({ will_send_request: true }, returned());
    applySentMessage(client, sent(), me);
    expect(conversation()).toMatchObject({
      status: 'request_sent',
      send_barrier: 'request_pending',
      will_send_request: false,
      can: { send: false },
    });
  });
});

describe('Pages of messages', () => {
  const page = (fields: object) => ({
    positions: [
      { id: idOf(5), seq: 5 },
      { id: idOf(9), seq: 9 },
    ],
    has_more_before: true,
    has_more_after: true,
    anchor_seq: null,
    live_cursor: 3,
    ...fields,
  });
  const {
    getNextPageParam: next,
    getPreviousPageParam: previous,
    queryFn,
    queryKey,
  } = messagePages(id, 'newest');
  type Params = Parameters<typeof next>;
  const param = (of: typeof next | typeof previous, fields: object) =>
    (of as typeof next)(...([page(fields), [], null, []] as unknown as Params));

  it('continue after their last and before their first message, if there are more', () => {
    expect([param(next, {}), param(previous, {})]).toEqual([{ after: 9 }, { before: 5 }]);
    expect(param(next, { has_more_after: false })).toBeNull();
    expect(param(previous, { has_more_before: false })).toBeNull();
    expect([param(next, { positions: [] }), param(previous, { positions: [] })]).toEqual([null, null]);
  });

  it('beside another one aren’t the end on that side', async () => {
    const { call, client } = start(
      {},
      {
        list_messages: () => ({
          messages: [aMessage({ conversation_id: id, seq: 5 })],
          anchor_seq: 5,
          has_more_before: false,
          has_more_after: false,
          read_positions: [{ user_id: other, last_read_seq: 4, read_at: null }],
          live_cursor: 3,
        }),
      },
    );
    const load = (pageParam: object | null) =>
      (queryFn as (context: object) => Promise<object>)({
        client,
        pageParam,
        queryKey,
        signal: new AbortController().signal,
      });
    expect(await load(null)).toMatchObject({ has_more_before: false, has_more_after: false, anchor_seq: 5 });
    expect(await load({ after: 4 })).toMatchObject({ has_more_before: true, has_more_after: false });
    expect(await load({ before: 9 })).toMatchObject({ has_more_before: false, has_more_after: true });
    expect(call.mock.calls.map(([, input]) => input)).toEqual([
      { conversation_id: id, anchor: 'newest' },
      { conversation_id: id, after: 4 },
      { conversation_id: id, before: 9 },
    ]);
    const { result } = renderHook(() => useReadPositions(id), { wrapper: pageProvider(client) });
    expect(result.current).toEqual({ [other]: { last_read_seq: 4, read_at: null } });
  });
});

it('What others have read only goes forward, also by what they send', async () => {
  const { client } = start();
  const { result } = renderHook(() => useReadPositions(id), { wrapper: pageProvider(client) });
  const expectRead = (seq: number | undefined) =>
    waitFor(() => expect(result.current[other]?.last_read_seq).toBe(seq));
  const advance = (last_read_seq: number) =>
    advanceReadPosition(client, id, { user_id: other, last_read_seq, read_at: null });
  const send = (seq: number) =>
    readBySending(client, aMessage({ conversation_id: id, sender_id: other, seq }));
  send(1);
  await expectRead(undefined);
  advance(3);
  advance(2);
  await expectRead(3);
  send(5);
  await expectRead(3);
  send(4);
  await expectRead(4);
});

describe('The settings of a conversation', () => {
  it('are muted and marked as unread on the server, and shown then', async () => {
    const until = timeOf(500);
    const { call, client, conversation } = start(
      {},
      {
        mute_conversation: () => ({ viewer_state: { ...viewerState, muted_until: until } }),
        mark_conversation_as_unread: () => ({
          viewer_state: { ...viewerState, is_marked_unread: true, viewer_version: 3 },
        }),
      },
    );
    const wrapper = pageProvider(client);
    const { result } = renderHook(() => ({ mute: useMute(id), unread: useMarkUnread(id) }), { wrapper });
    act(() => result.current.mute.mutate('1_day'));
    await waitFor(() => expect(conversation()?.muted_until).toBe(until));
    expect(call).toHaveBeenCalledWith('mute_conversation', { conversation_id: id, duration: '1_day' });
    act(() => result.current.unread.mutate());
    await waitFor(() => expect(conversation()?.is_marked_unread).toBe(true));
    expect(call).toHaveBeenCalledWith('mark_conversation_as_unread', { conversation_id: id });
  });

  it('of a group are stored, and its people requested again', async () => {
    const { client, conversation, outdated } = start(
      {},
      {
        update_group: () => ({
          conversation: aConversation({ id, conversation_id: id, is_group: true, name: 'Club', version: 2 }),
          live_cursor: 4,
        }),
      },
    );
    const use = () =>
      useGroupWrite((call, name: string) => call('update_group', { conversation_id: id, name }), 'Failed');
    const { result } = renderHook(use, { wrapper: pageProvider(client) });
    act(() => result.current.mutate('Club'));
    await waitFor(() => expect(conversation()?.name).toBe('Club'));
    expect(outdated()).toContain('list_participants');
  });
});
