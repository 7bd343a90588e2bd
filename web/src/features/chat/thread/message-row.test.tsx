import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aConversation, aMessage, idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { ThreadRowView } from './message-row.tsx';
import { MessageContext, type ThreadContextValue, useMessageContextOf } from './thread-context.ts';

const rendered = vi.hoisted((): string[] => []);
vi.mock('../text/message-text.tsx', () => ({
  MessageText: ({ content }: { content: string }) => {
    rendered.push(content);
    return content;
  },
}));
afterEach(() => {
  cleanup();
  rendered.length = 0;
});

const conversation = aConversation({ id: idOf(1) });
const replied = vi.fn();
const thread = (fields: Partial<ThreadContextValue> = {}): ThreadContextValue => ({
  conversation,
  viewerId: idOf(900),
  outbox: null,
  pending: [],
  reply: () => {},
  edit: () => {},
  discard: () => {},
  jumpTo: () => {},
  markedSeq: null,
  ...fields,
});

function Rows({ of, seqs }: { of: ThreadContextValue; seqs: number[] }) {
  return (
    <MessageContext value={useMessageContextOf(of)}>
      {seqs.map((seq) => (
        <ThreadRowView
          key={seq}
          row={{ type: 'message', key: `${seq}`, id: idOf(seq), seq, isFirst: true, isLast: true }}
        />
      ))}
    </MessageContext>
  );
}

function open() {
  const client = createQueryClient(respondWith({}) as never);
  const messages = [1, 2].map((seq) => aMessage({ id: idOf(seq), seq, content: `Text ${seq}` }));
  seedEntities(client, { message: messages });
  const Page = pageProvider(client);
  const page = (of: ThreadContextValue, seqs: number[]) => (
    <Page>
      <Rows of={of} seqs={seqs} />
    </Page>
  );
  const { rerender } = render(page(thread(), [1]));
  return { client, show: (of: ThreadContextValue, seqs = [1]) => rerender(page(of, seqs)) };
}

it('A message is not rendered again when others come, or when the conversation is read', () => {
  const { show } = open();
  const changed = {
    ...conversation,
    last_seq: 2,
    last_read_seq: 2,
    version: 9,
    latest_message_content: 'New',
  };
  show(thread({ conversation: changed }), [1, 2]);
  expect(rendered).toEqual(['Text 1', 'Text 2']);
});

it('A message is rendered again when it changes, or what can be done with it', async () => {
  const { client, show } = open();
  expect(screen.getByRole('button', { name: 'React' })).toBeDefined();
  act(() => void patchEntity(client, 'message', idOf(1), { content: 'Edited' }));
  await waitFor(() => expect(rendered.at(-1)).toBe('Edited'));
  show(thread({ conversation: { ...conversation, can: { ...conversation.can, send: false } } }));
  expect(screen.queryByRole('button', { name: 'React' })).toBeNull();
});

it('A message that was rendered before calls what its conversation does now', async () => {
  const { show } = open();
  show(thread({ reply: replied }));
  act(() => screen.getByRole('button', { name: 'More' }).click());
  const reply = await screen.findByRole('menuitem', { name: 'Reply' });
  act(() => reply.click());
  expect(replied).toHaveBeenCalledOnce();
});
