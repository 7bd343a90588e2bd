import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Message } from '#contract/features/chat/messages.ts';
import type { LiveEvent } from '#contract/live.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { readEntities, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { setOffline } from '#web/lib/live/reconnect.ts';
import { outboxTable } from '#web/lib/outbox/outbox-table.ts';
import { dismissToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aConversation, aMessage, anAccount, idOf, timeOf } from '#web-testing/fixtures.ts';
import { pageProvider, renderPage, setViewer } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import '../chat.live.ts';
import { type LocalMessageDraft, newLocalDraft } from '../composer/message-draft.ts';
import { messageEntity } from '../messages/message.entity.ts';
import { messageChanges } from '../messages/messages.api.ts';
import { unreadQuery } from '../unread.api.ts';
import { toClock } from './message-bubble.tsx';
import { ThreadView } from './thread-view.tsx';

const me = anAccount({ id: idOf(900), full_name: 'Maya' });
let conversations = 0;
/** Each test has its own conversation, because outboxes and drafts live as long as the page. */
const newId = () => {
  conversations += 1;
  return idOf(7_000_000 + conversations);
};

beforeEach(async () => {
  // A page without layout: the list is high, its rows are low.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  for (const side of ['clientHeight', 'clientWidth'] as const)
    vi.spyOn(Element.prototype, side, 'get').mockReturnValue(600);
  localStorage.clear();
  await (await outboxTable()).clear(me.id);
});
afterEach(() => {
  cleanup();
  dismissToast();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const totals = (last_seq: number, version: number, content = 'Text') => ({
  last_seq,
  version,
  latest_message_content: content,
  latest_message_time: timeOf(last_seq),
  latest_message_sender: null,
  latest_message_kind: 'text' as const,
  latest_message_system: null,
  last_message_at: timeOf(last_seq),
});

interface Opened {
  conversation?: Partial<Conversation>;
  messages?: Message[];
  responses?: Responses;
}

async function open({ conversation: fields = {}, messages = [], responses = {} }: Opened = {}) {
  const id = newId();
  const last_seq = messages.at(-1)?.seq ?? 0;
  const conversation = aConversation({
    id,
    conversation_id: id,
    last_seq,
    last_read_seq: last_seq,
    ...fields,
  });
  const call = vi.fn(
    respondWith({
      get_message_draft: () => ({ draft: null }),
      save_message_draft: () => ({ draft: null, accepted: true }),
      list_messages: () => ({
        messages: messages.map((message) => ({ ...message, conversation_id: id })),
        anchor_seq: null,
        has_more_before: false,
        has_more_after: false,
        read_positions: [],
        live_cursor: 10,
      }),
      mark_conversation_as_read: ({ seq }) => ({
        viewer_state: {
          conversation_id: id,
          last_read_seq: seq,
          unread_count: 0,
          is_marked_unread: false,
          muted_until: null,
          // As the server responds after a message: a request that was sent stays sent.
          status: read()?.status ?? conversation.status,
          version: conversation.version,
          viewer_version: conversation.viewer_version + 1,
        },
      }),
      ...responses,
    }),
  );
  const client = createQueryClient(call as never);
  const read = () => readEntity(client, 'conversation', id);
  setViewer(client, me);
  seedEntities(client, { conversation: [conversation] });
  const gone = vi.fn();
  renderPage(
    client,
    <ThreadView conversationId={id} viewerId={me.id} startSeq={null} onGone={gone} onMessage={vi.fn()} />,
  );
  await screen.findByRole('heading', { name: 'Ada Tester' });
  const receive = (event: Pick<LiveEvent, 'type' | 'payload'>, seq = 20) =>
    act(() =>
      applyLiveEvent({ seq, channel: `conversation:${id}`, ...event } as LiveEvent, {
        client,
        viewerId: me.id,
      }),
    );
  const reopen = async () => {
    cleanup();
    renderPage(
      client,
      <ThreadView conversationId={id} viewerId={me.id} startSeq={null} onGone={gone} onMessage={vi.fn()} />,
    );
    await screen.findByRole('heading', { name: 'Ada Tester' });
  };
  return { id, reopen, call, client, gone, receive, read };
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const texts = () =>
  screen.getAllByRole('article').map((row) => row.querySelector('.message-text')?.textContent);
const inputsOf = (call: { mock: { calls: unknown[][] } }, operation: string) =>
  call.mock.calls.filter(([name]) => name === operation).map(([, input]) => input);

const confirm: NonNullable<Responses['send_message']> = ({ client_id, content, conversation_id }) => ({
  message: aMessage({
    id: idOf(77),
    seq: 1,
    conversation_id,
    client_id,
    content: content ?? '',
    sender_id: me.id,
  }),
  conversation: totals(1, 2),
  last_read_seq: 1,
});

describe('A message', () => {
  it('is sent with Enter and shown at once; the field is free for the next', async () => {
    const response = Promise.withResolvers<void>();
    const { call, read } = await open({
      responses: {
        send_message: async (input) => {
          await response.promise;
          return confirm(input);
        },
      },
    });
    await screen.findByText('No messages yet');
    await userEvent.type(field(), 'Hi **Ada**{Enter}');
    expect(field().value).toBe('');
    expect(await screen.findByText('Sending...')).toBeTruthy();
    const row = screen.getByRole('article');
    expect(within(row).getByText('Ada').tagName).toBe('STRONG');
    await waitFor(() => expect(inputsOf(call, 'send_message')).toHaveLength(1));
    response.resolve();
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull());
    expect(texts()).toEqual(['Hi Ada']);
    expect(read()).toMatchObject({ last_seq: 1, unread_count: 0 });
  });

  it('says of each that it waits while the page is offline, and nothing of the other person', async () => {
    await open({ responses: { send_message: () => new Promise(() => {}) } });
    await screen.findByText('No messages yet');
    for (const text of ['One', 'Two', 'Three']) await userEvent.type(field(), `${text}{Enter}`);
    expect(await screen.findAllByText(/^Sending/)).toHaveLength(3);
    onTestFinished(() => act(() => setOffline(false)));
    act(() => setOffline(true));
    expect(await screen.findAllByText(/^Waiting for connection/)).toHaveLength(3);
    expect(screen.queryByText(/^Sending/)).toBeNull();
    expect(screen.getByText("You're offline")).toBeTruthy();
  });

  it('is not sent while it is blank; Shift+Enter begins a line', async () => {
    const { call } = await open({ responses: { send_message: confirm } });
    await userEvent.type(field(), '   {Enter}');
    expect(inputsOf(call, 'send_message')).toEqual([]);
    await userEvent.clear(field());
    await userEvent.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    await waitFor(() => expect(inputsOf(call, 'send_message')).toMatchObject([{ content: 'one\ntwo' }]));
  });

  it('that waits to be sent does not return to the field, also if its draft is stored on the server', async () => {
    const draft = {
      client_id: newClientId(),
      content: 'Hi',
      reply_to_id: null,
      version: 3,
      client_edited_at: timeOf(1),
    };
    const { id, reopen, call, client } = await open({
      responses: {
        get_message_draft: ({ conversation_id }) => ({ draft: { ...draft, conversation_id } }),
        send_message: () => Promise.reject(new NetworkError(null)),
      },
    });
    await waitFor(() => expect(field().value).toBe('Hi'));
    await userEvent.type(field(), '{Enter}');
    await waitFor(() =>
      expect(inputsOf(call, 'send_message')).toMatchObject(
        [draft.client_id].map((client_id) => ({ client_id })),
      ),
    );
    expect(client.getQueryData(['get_message_draft', { conversation_id: id }])).toBeNull();
    const before = inputsOf(call, 'get_message_draft').length;
    await reopen();
    await waitFor(() => expect(inputsOf(call, 'get_message_draft').length).toBeGreaterThan(before));
    await waitFor(() =>
      expect(client.getQueryData(['get_message_draft', { conversation_id: id }])).toMatchObject({
        version: 3,
      }),
    );
    expect(field().value).toBe('');
    await userEvent.type(field(), 'Next{Enter}');
    await waitFor(async () => {
      const items = await (await outboxTable()).listAll(me.id);
      expect(items.map(({ content }) => content)).toMatchObject([{ content: 'Hi' }, { content: 'Next' }]);
    });
  });

  it('of an earlier page that waits to be sent is not in the field', async () => {
    const client_id = newClientId();
    const id = idOf(7_000_000 + conversations + 1);
    await (await outboxTable()).add({
      client_id,
      user_id: me.id,
      list: `message:${id}`,
      at: timeOf(1),
      rejection: 'Rejected',
      content: { conversation_id: id, content: 'Left', files: [], voice: null, reply_to: null },
    });
    const draft = { client_id, content: 'Left', reply_to_id: null, version: 3, client_edited_at: timeOf(1) };
    const { client } = await open({
      responses: { get_message_draft: ({ conversation_id }) => ({ draft: { ...draft, conversation_id } }) },
    });
    expect(await screen.findByText(/Failed to send/)).toBeTruthy();
    await waitFor(() =>
      expect(client.getQueryData(['get_message_draft', { conversation_id: id }])).toMatchObject({
        client_id,
      }),
    );
    expect(field().value).toBe('');
  });

  it('that was rejected says why, and can be retried with the same ID, or deleted', async () => {
    let isRefused = true;
    const { call } = await open({
      responses: {
        send_message: (input) => {
          if (isRefused) throw new ApiError('cannot_message_person', 403, "You can't message this person.");
          return confirm(input);
        },
      },
    });
    await userEvent.type(field(), 'Hi{Enter}');
    expect(await screen.findByText(/Failed to send · You can't message this person\./)).toBeTruthy();
    isRefused = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/Failed to send/)).toBeNull());
    const [first, second] = inputsOf(call, 'send_message') as { client_id: string }[];
    expect(second?.client_id).toBe(first?.client_id);
    isRefused = true;
    await userEvent.type(field(), 'Again{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(['Hi']));
  });

  it('whose event arrives before the response is shown once', async () => {
    const { id, receive, call } = await open({
      responses: { send_message: () => Promise.reject(new NetworkError(null)) },
    });
    await userEvent.type(field(), 'Hi{Enter}');
    await waitFor(() => expect(inputsOf(call, 'send_message')).toHaveLength(1));
    const { client_id } = inputsOf(call, 'send_message')[0] as { client_id: string };
    const message = aMessage({
      id: idOf(77),
      conversation_id: id,
      client_id,
      content: 'Hi',
      sender_id: me.id,
    });
    receive({ type: 'message.created', payload: { message, conversation: totals(1, 2) } });
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull());
    expect(texts()).toEqual(['Hi']);
    expect(await (await outboxTable()).listAll(me.id)).toEqual([]);
  });
});

/** Makes a media query match, and no others. */
const matchMedia = (matching: string) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media === matching,
    addEventListener() {},
    removeEventListener() {},
  }));

describe('On a phone', () => {
  it('Enter starts a line, and the button sends', async () => {
    matchMedia('(hover: none) and (pointer: coarse)');
    const { call } = await open({ responses: { send_message: confirm } });
    await userEvent.type(field(), 'one{Enter}two');
    expect(inputsOf(call, 'send_message')).toEqual([]);
    expect(field().getAttribute('enterkeyhint')).toBe('enter');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(inputsOf(call, 'send_message')).toMatchObject([{ content: 'one\ntwo' }]));
  });

  it.each([
    ['(width < 48rem)', 'closes on a phone', 0],
    ['none', 'stays beside the messages', 1],
  ])('the search (%s) %s after a jump', async (media, _what, count) => {
    matchMedia(media);
    const jump = expect.objectContaining({ anchor: 'date:2026-01-02' });
    const { call } = await open({ messages: [aMessage({ seq: 1, content: 'One' })] });
    await userEvent.click(screen.getByRole('button', { name: 'Search messages' }));
    fireEvent.change(screen.getByLabelText('Jump to date'), { target: { value: '2026-01-02' } });
    // Not while a date is typed.
    expect(screen.queryAllByRole('complementary', { name: 'Search messages' })).toHaveLength(1);
    expect(inputsOf(call, 'list_messages')).not.toContainEqual(jump);
    await userEvent.click(screen.getByRole('button', { name: 'Jump' }));
    await waitFor(() => expect(inputsOf(call, 'list_messages')).toContainEqual(jump));
    expect(screen.queryAllByRole('complementary', { name: 'Search messages' })).toHaveLength(count);
  });
});

it('the one message of a request closes the composer', async () => {
  const request = {
    status: 'request_sent',
    send_barrier: 'request_pending',
    will_send_request: false,
    can: { send: false, edit: false, add: false, remove: false, leave: false },
  } as const;
  const { read } = await open({
    conversation: { will_send_request: true },
    responses: {
      send_message: confirm,
      get_conversation: ({ conversation_id: id }) => ({
        conversation: aConversation({ id, conversation_id: id, version: 2, last_seq: 1, ...request }),
        live_cursor: 1,
      }),
    },
  });
  await userEvent.type(field(), 'Hi{Enter}');
  expect(
    await screen.findByText('You can send more messages once Ada Tester accepts your request.'),
  ).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  expect(read()).toMatchObject(request);
});

/** Renders a conversation on a server, which has nothing that the browser stores, and hydrates it. */
async function hydrate(stored?: Partial<LocalMessageDraft>) {
  const id = newId();
  const toPage = () => {
    const call = respondWith({
      get_message_draft: () => ({ draft: null }),
      save_message_draft: () => ({ draft: null, accepted: true }),
    });
    const client = createQueryClient(call as never);
    setViewer(client, me);
    seedEntities(client, { conversation: [aConversation({ id, conversation_id: id })] });
    const Page = pageProvider(client);
    return (
      <Page>
        <ThreadView
          conversationId={id}
          viewerId={me.id}
          startSeq={null}
          onGone={vi.fn()}
          onMessage={vi.fn()}
        />
      </Page>
    );
  };
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(toPage());
  if (stored) {
    const drafts = new DraftStore<LocalMessageDraft>(me.id, `message:${id}`);
    drafts.write({ ...newLocalDraft(), ...stored });
    drafts.flush();
  }
  const failed = vi.fn();
  const root = await act(async () => hydrateRoot(container, toPage(), { onRecoverableError: failed }));
  onTestFinished(() => {
    act(() => root.unmount());
    container.remove();
  });
  return failed;
}

it('hydrates as the server has rendered it, also in browsers that can record', async () => {
  vi.stubGlobal('MediaRecorder', class {});
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia() {} } }),
  );
  const failed = await hydrate();
  expect(screen.getByRole('button', { name: 'Record a voice message' })).toBeTruthy();
  expect(failed.mock.calls).toEqual([]);
});

it('has a draft of the browser after a reload, and its button sends it', async () => {
  const warned = vi.spyOn(console, 'error').mockReturnValue();
  await hydrate({ content: 'Half a sentence', synced: false });
  expect(field().value).toBe('Half a sentence');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  expect(warned.mock.calls).toEqual([]);
});

it('names the days of today and yesterday', async () => {
  const now = new Date();
  const at = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 0, 5).toISOString();
  const messages = [2, 1, 0].map((days, index) => aMessage({ seq: index + 1, created_at: at(days) }));
  await open({ messages });
  await screen.findByText('Today');
  const days = screen.getAllByRole('heading', { level: 3 }).map((day) => day.textContent);
  expect(days).toEqual([expect.stringMatching(/, /), 'Yesterday', 'Today']);
});

describe('Messages of others', () => {
  it('arrive without a reload, are read out, and are marked as read while they can be seen', async () => {
    const { id, receive, call, read } = await open({ messages: [aMessage({ seq: 1, content: 'One' })] });
    await screen.findByText('One');
    expect(screen.getByRole('log').textContent).toBe('');
    const message = aMessage({ id: idOf(2), seq: 2, conversation_id: id, content: 'Two' });
    receive({ type: 'message.created', payload: { message, conversation: totals(2, 2, 'Two') } });
    await waitFor(() => expect(texts()).toEqual(['One', 'Two']));
    expect(screen.getByRole('log').textContent).toBe('Ada Tester Two');
    await waitFor(() =>
      expect(inputsOf(call, 'mark_conversation_as_read')).toEqual([{ conversation_id: id, seq: 2 }]),
    );
    expect(read()).toMatchObject({ unread_count: 0, last_read_seq: 2 });
  });

  it('are not read by a page that nobody has touched for a minute, until somebody does', async () => {
    const { id, receive, call } = await open({ messages: [aMessage({ seq: 1, content: 'One' })] });
    await screen.findByText('One');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    const message = aMessage({ id: idOf(2), seq: 2, conversation_id: id, content: 'Two' });
    receive({ type: 'message.created', payload: { message, conversation: totals(2, 2, 'Two') } });
    await waitFor(() => expect(texts()).toEqual(['One', 'Two']));
    // Longer than the time in which reading on sends one request.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(inputsOf(call, 'mark_conversation_as_read')).toEqual([]);
    fireEvent.pointerMove(document.body);
    await waitFor(() =>
      expect(inputsOf(call, 'mark_conversation_as_read')).toEqual([{ conversation_id: id, seq: 2 }]),
    );
    clock.mockRestore();
  });

  it('count as read when the conversation is left right after they were shown', async () => {
    const messages = [aMessage({ seq: 1, content: 'One' })];
    const { call, read } = await open({ messages, conversation: { last_read_seq: 0, unread_count: 1 } });
    await screen.findByText('One');
    cleanup();
    expect(read()).toMatchObject({ unread_count: 0, last_read_seq: 1 });
    expect(inputsOf(call, 'mark_conversation_as_read')).toHaveLength(1);
  });

  it('begin below a line if they are new, which stays after they were read', async () => {
    const messages = [aMessage({ seq: 1 }), aMessage({ seq: 2 })];
    const { read } = await open({ messages, conversation: { last_read_seq: 1, unread_count: 1 } });
    expect(await screen.findByText('New messages', { selector: 'span' })).toBeTruthy();
    await waitFor(() => expect(read()?.unread_count).toBe(0));
    expect(screen.getByText('New messages', { selector: 'span' })).toBeTruthy();
  });

  it('disappear when they are deleted, and show what they say after an edit', async () => {
    const messages = [aMessage({ seq: 1, content: 'One' }), aMessage({ seq: 2, content: 'Two' })];
    const { id, receive } = await open({ messages });
    await screen.findByText('Two');
    const edited = aMessage({ seq: 2, conversation_id: id, content: 'Second', version: 2, is_edited: true });
    receive({
      type: 'message.edited',
      payload: { message: edited, excerpt: 'Second', conversation: totals(2, 2) },
    });
    expect(await screen.findByText('Second')).toBeTruthy();
    expect(screen.getByText(/edited/)).toBeTruthy();
    const deleted = {
      message_id: idOf(1),
      conversation_id: id,
      seq: 1,
      sender_id: idOf(2_000_000),
      version: 2,
    };
    receive({ type: 'message.deleted', payload: { ...deleted, conversation: totals(2, 3) } }, 21);
    await waitFor(() => expect(texts()).toEqual(['Second']));
  });

  it('say in replies that the message is from before the reader joined, not that it is an attachment', async () => {
    const replied = { id: idOf(1), seq: 1, sender: aMessage().sender, kind: 'text', excerpt: '' } as const;
    const reply_to = { ...replied, is_readable: false, is_deleted: false, version: 1 };
    await open({ messages: [aMessage({ seq: 2, content: 'Two', reply_to })] });
    const quote = await screen.findByRole('button', { name: /Message from before you joined/ });
    expect(quote).toHaveProperty('disabled', true);
  });

  it('show in replies to a deleted message that it was deleted', async () => {
    const replied = { id: idOf(1), seq: 1, sender: aMessage().sender, kind: 'text', excerpt: 'One' } as const;
    const reply_to = { ...replied, is_readable: true, is_deleted: false, version: 1 };
    const { id, client, receive } = await open({
      messages: [aMessage({ seq: 1, content: 'One' }), aMessage({ seq: 2, content: 'Two', reply_to })],
    });
    await screen.findByText('Two');
    const sent = aMessage({ id: idOf(3), seq: 3, conversation_id: id, content: 'Three', reply_to });
    receive({ type: 'message.created', payload: { message: sent, conversation: totals(3, 2) } });
    const gone = { message_id: idOf(1), conversation_id: id, seq: 1, sender_id: idOf(2_000_000), version: 2 };
    receive({ type: 'message.deleted', payload: { ...gone, conversation: totals(3, 3) } }, 21);
    for (const reply of [2, 3])
      expect(readEntity(client, 'message', idOf(reply))?.reply_to).toMatchObject({
        is_deleted: true,
        excerpt: '',
      });
  });

  it('show in replies the text of an edited message, also one that isn’t loaded, and never an older one', async () => {
    const replied = {
      id: idOf(90),
      seq: 90,
      sender: aMessage().sender,
      kind: 'text',
      excerpt: 'Old',
    } as const;
    const reply_to = { ...replied, is_readable: true, is_deleted: false, version: 1 };
    const { id, client, receive } = await open({
      messages: [aMessage({ seq: 100, content: 'An answer', reply_to })],
    });
    await screen.findByText('Old');
    const edit = (excerpt: string, version: number) => {
      const message = aMessage({ id: idOf(90), seq: 90, conversation_id: id, content: excerpt, version });
      receive(
        { type: 'message.edited', payload: { message, excerpt, conversation: totals(100, version) } },
        20 + version,
      );
    };
    edit('Newest', 3);
    expect(await screen.findByText('Newest')).toBeTruthy();
    expect(screen.queryByText('Old')).toBeNull();
    edit('In between', 2);
    // A response from before the edit.
    writeEntities(client, messageEntity, [
      aMessage({ id: idOf(100), seq: 100, conversation_id: id, content: 'An answer', reply_to }),
    ]);
    expect(readEntity(client, 'message', idOf(100))?.reply_to).toMatchObject({
      excerpt: 'Newest',
      version: 3,
    });
  });

  it('leave the memory some time after their conversation was closed', async () => {
    const { id, client, receive } = await open({ messages: [aMessage({ seq: 1, content: 'One' })] });
    await screen.findByText('One');
    const message = aMessage({ id: idOf(2), seq: 2, conversation_id: id, content: 'Two' });
    receive({ type: 'message.created', payload: { message, conversation: totals(2, 2, 'Two') } });
    expect(messageChanges.read(client, id).added).toHaveLength(1);
    cleanup();
    // What the cache does after ten minutes.
    client.removeQueries({ queryKey: ['list_messages'], type: 'inactive' });
    expect(readEntities(client, 'message')).toEqual([]);
    expect(messageChanges.read(client, id).added).toEqual([]);
  });

  it('are never parsed as HTML', async () => {
    await open({ messages: [aMessage({ seq: 1, content: '<img src=x onerror=alert(1)> <b>no</b>' })] });
    expect(await screen.findByText('<img src=x onerror=alert(1)> <b>no</b>')).toBeTruthy();
  });
});

describe('An own message', () => {
  const mine = () =>
    aMessage({ seq: 1, sender_id: me.id, content: 'Mine', created_at: new Date().toISOString() });

  it('is edited with the up arrow; Esc gives the edit up', async () => {
    const update = vi.fn();
    await open({
      messages: [mine()],
      responses: {
        update_message: ({ message_id, content }) => {
          update(message_id, content);
          return { message: { ...mine(), content, version: 2, is_edited: true } };
        },
      },
    });
    await screen.findByText('Mine');
    await userEvent.type(field(), '{ArrowUp}');
    expect(field().value).toBe('Mine');
    await userEvent.keyboard('{Escape}');
    expect(field().value).toBe('');
    await userEvent.type(field(), '{ArrowUp}');
    await userEvent.type(field(), '!{Enter}');
    await waitFor(() => expect(update.mock.calls).toEqual([[idOf(1), 'Mine!']]));
    expect(await screen.findByText('Mine!')).toBeTruthy();
  });

  it('is not edited where the viewer can’t write, such as after a block or before a request is accepted', async () => {
    await open({
      messages: [mine()],
      conversation: {
        send_barrier: 'request_pending',
        can: { send: false, edit: false, add: false, remove: false, leave: false },
      },
    });
    const row = (await screen.findByText('Mine')).closest('article') as HTMLElement;
    await userEvent.click(within(row).getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete for everyone' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  });

  it('that was given up leaves no draft that could come back', async () => {
    const { id, call } = await open({
      responses: {
        send_message: () => Promise.reject(new ApiError('message_too_long', 400, 'Too long')),
        discard_message_draft: () => ({}),
      },
    });
    await userEvent.type(field(), 'Hi{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const { client_id } = inputsOf(call, 'send_message')[0] as { client_id: string };
    await waitFor(() =>
      expect(inputsOf(call, 'discard_message_draft')).toEqual([{ conversation_id: id, client_id }]),
    );
    expect(screen.queryByText('Hi')).toBeNull();
    expect(field().value).toBe('');
  });

  it('is not edited after a day', async () => {
    await open({ messages: [aMessage({ seq: 1, sender_id: me.id, content: 'Old' })] });
    await screen.findByText('Old');
    await userEvent.type(field(), '{ArrowUp}');
    expect(field().value).toBe('');
  });

  it('says when the other person has seen it', async () => {
    const { id, receive } = await open({ messages: [mine()] });
    await screen.findByText('Mine');
    expect(screen.queryByText('Seen')).toBeNull();
    const read_at = new Date().toISOString();
    const position = { conversation_id: id, user_id: idOf(2_000_000), last_read_seq: 1, read_at };
    receive({ type: 'conversation.read', payload: position });
    // Queries by text read every kind of space as a plain one.
    expect(await screen.findByText(`Seen ${toClock(read_at).replace(/\s/g, ' ')}`)).toBeTruthy();
  });

  it('does not say that it was seen where receipts are off, also right after it was read', async () => {
    const { other_participants } = aConversation();
    const hidden = other_participants.map((person) => ({ ...person, last_read_seq: null }));
    const shown = { other_participants };
    const { id, client, receive } = await open({
      messages: [mine()],
      conversation: { other_participants: hidden },
      responses: {
        get_conversation: ({ conversation_id }) => ({
          conversation: aConversation({ ...shown, id: conversation_id, conversation_id }),
          live_cursor: 30,
        }),
      },
    });
    await screen.findByText('Mine');
    const position = { conversation_id: id, user_id: idOf(2_000_000), last_read_seq: 1, read_at: null };
    receive({ type: 'conversation.read', payload: position });
    await waitFor(() =>
      expect(client.getQueryData(['read_positions', id])).toEqual({
        [position.user_id]: { last_read_seq: 1, read_at: null },
      }),
    );
    await act(async () => {});
    expect(screen.queryByText('Seen')).toBeNull();
    const settings = { who_can_message: 'everyone', read_receipts: true, typing_indicators: true } as const;
    receive({ type: 'chat_settings.changed', payload: { settings } });
    expect(await screen.findByText('Seen')).toBeTruthy();
  });
});

describe('Where one cannot write', () => {
  it('a request asks to accept, delete or block first', async () => {
    const accepted = vi.fn();
    const { client } = await open({
      conversation: {
        status: 'request_received',
        send_barrier: 'request_not_accepted',
        can: { send: false, edit: false, add: false, remove: false, leave: false },
      },
      messages: [aMessage({ seq: 1, content: 'See https://example.org' })],
      responses: {
        get_user_connection_context: () => ({
          connection_type: 'unknown',
          space_icon: null,
          space_name: null,
          shared_space_count: 0,
          shared_space_names: [],
          member_since: timeOf(0),
        }),
        accept_message_request: ({ conversation_id }) => {
          accepted();
          return {
            conversation: aConversation({
              id: conversation_id,
              conversation_id,
              version: 2,
              viewer_version: 2,
            }),
            live_cursor: 1,
          };
        },
      },
    });
    client.setQueryData(unreadQuery.queryKey, {
      unread_count: 0,
      conversation_count: 0,
      request_count: 1,
      live_cursor: 1,
    });
    expect(await screen.findByText('See https://example.org')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    for (const name of ['Delete', 'Block']) expect(screen.getByRole('button', { name })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(field()).toBeTruthy());
    expect(accepted).toHaveBeenCalledOnce();
  });

  it.each([
    ['blocked_by_viewer', 'active', 'You blocked Ada Tester.'],
    ['unavailable', 'active', "You can't message Ada Tester."],
    ['request_pending', 'request_sent', 'You can send more messages once Ada Tester accepts your request.'],
    ['left', 'left', 'You left this group.'],
    ['left', 'removed', 'You were removed from this group.'],
  ] as const)('%s (%s) says "%s"', async (send_barrier, status, text) => {
    await open({
      conversation: {
        send_barrier,
        status,
        can: { send: false, edit: false, add: false, remove: false, leave: false },
      },
    });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });
});

it('says that the messages could not be loaded, and loads them again', async () => {
  let isDown = true;
  await open({
    responses: {
      list_messages: () => {
        if (isDown) throw new ApiError('internal', 500, '');
        return {
          messages: [aMessage({ content: 'Hi' })],
          anchor_seq: null,
          has_more_before: false,
          has_more_after: false,
          read_positions: [],
          live_cursor: 1,
        };
      },
    },
  });
  expect(await screen.findByText('Failed to fetch messages')).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hi')).toBeTruthy();
});

it.each([
  ['2099-06-15T12:00:00.000Z', /^UnmuteMuted until Jun 1[56]$/],
  ['9999-12-31T00:00:00.000Z', /^UnmuteMuted$/],
])('says how long a conversation is muted: until %s', async (muted_until, expected) => {
  await open({ conversation: { muted_until } });
  await userEvent.click(screen.getByRole('button', { name: 'More options' }));
  expect((await screen.findByRole('menuitem', { name: /^Unmute/ })).textContent).toMatch(expected);
});

it('shows in its header that a conversation is muted, until the mute ends', async () => {
  await open({ conversation: { muted_until: new Date(Date.now() + 1_000).toISOString() } });
  expect(screen.getByText(/^Muted until/).closest('.chat-head')).not.toBeNull();
  await waitFor(() => expect(screen.queryByText(/^Muted until/)).toBeNull());
});
