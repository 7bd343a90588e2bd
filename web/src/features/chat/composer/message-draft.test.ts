import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageDraft } from '#contract/features/drafts/drafts.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { MessageDraftSync, messageDraftQuery } from './message-draft.ts';

const conversationId = idOf(1);
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

function start(responses: Responses = {}) {
  const call = vi.fn(respondWith(responses));
  const client = createQueryClient(call as never);
  const draft = new MessageDraftSync(client, conversationId, idOf(900));
  const changed = vi.fn();
  draft.onChange(changed);
  return { call, client, draft, changed };
}
const fromServer = (fields: Partial<MessageDraft> = {}): MessageDraft => ({
  conversation_id: conversationId,
  client_id: idOf(50),
  content: 'From the server',
  reply_to_id: null,
  version: 3,
  client_edited_at: later(0),
  ...fields,
});
/** Stores each draft as its next version. */
const storing = (fields: Partial<MessageDraft> = {}): Responses => ({
  save_message_draft: ({ client_id, content, base_version = 0 }) => ({
    draft: fromServer({ client_id, content, version: base_version + 1, ...fields }),
    accepted: true,
  }),
});
const savesOf = ({ call }: ReturnType<typeof start>) =>
  call.mock.calls.filter(([operation]) => operation === 'save_message_draft').map(([, input]) => input);

describe('What is typed', () => {
  it('is saved a second after the last key, and not again', async () => {
    const page = start(storing());
    page.draft.type({ content: 'H' });
    await vi.advanceTimersByTimeAsync(999);
    page.draft.type({ content: 'Hi' });
    await vi.advanceTimersByTimeAsync(999);
    expect(savesOf(page)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(savesOf(page)).toMatchObject([
      { conversation_id: conversationId, content: 'Hi', base_version: 0 },
    ]);
    await vi.waitFor(() =>
      expect(page.draft.read()).toMatchObject({ content: 'Hi', version: 1, synced: true }),
    );
    await page.draft.save();
    expect(savesOf(page)).toHaveLength(1);
    expect(page.changed).toHaveBeenCalledTimes(3);
  });

  it('is in the field again after a reload, and saved then', async () => {
    const { draft } = start();
    draft.type({ content: 'Kept', reply_to_id: idOf(7) });
    await vi.advanceTimersByTimeAsync(500);
    const again = start(storing());
    expect(again.draft.read()).toMatchObject({ content: 'Kept', reply_to_id: idOf(7), synced: false });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(savesOf(again)).toMatchObject([{ content: 'Kept', reply_to_id: idOf(7) }]);
  });

  it('during a save is saved after it, based on the version that it got', async () => {
    const page = start(storing());
    page.draft.type({ content: 'One' });
    const saving = page.draft.save();
    page.draft.type({ content: 'Two' });
    await page.draft.save();
    await saving;
    expect(savesOf(page)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(savesOf(page)).toMatchObject([{ content: 'One' }, { content: 'Two', base_version: 1 }]);
  });

  it('after what is being saved was sent is saved on its own', async () => {
    const page = start(storing());
    page.draft.type({ content: 'One' });
    const saving = page.draft.save();
    page.draft.take();
    page.draft.type({ content: 'Two' });
    await page.draft.save();
    await saving;
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(savesOf(page)).toHaveLength(2));
    expect(savesOf(page)).toMatchObject([{ content: 'One' }, { content: 'Two', base_version: 0 }]);
  });

  it('without a connection is tried again with the next key', async () => {
    let isOffline = true;
    const saved = storing().save_message_draft;
    const page = start({
      save_message_draft: (input) => {
        if (isOffline) throw new Error('offline');
        return saved?.(input) as never;
      },
    });
    page.draft.type({ content: 'One' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.draft.read()).toMatchObject({ content: 'One', synced: false });
    isOffline = false;
    page.draft.type({ content: 'One!' });
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(page.draft.read()).toMatchObject({ content: 'One!', synced: true }));
  });

  it('gives way to a later text of another device', async () => {
    const page = start({ save_message_draft: () => ({ draft: fromServer(), accepted: false }) });
    page.draft.type({ content: 'Mine' });
    await page.draft.save();
    expect(page.draft.read()).toMatchObject({ content: 'From the server', version: 3, synced: true });
  });

  it('that was sent from another device is gone, and what was typed since stays', async () => {
    const posted = () => {
      throw new ApiError('draft_already_posted', 409, 'gone');
    };
    const page = start({ save_message_draft: posted });
    page.draft.type({ content: 'Sent elsewhere' });
    await page.draft.save();
    expect(page.draft.read()).toMatchObject({ content: '', version: 0, synced: true });
    page.draft.type({ content: 'One' });
    const saving = page.draft.save();
    page.draft.type({ content: 'Two' });
    await saving;
    expect(page.draft.read().content).toBe('Two');
  });
});

describe('A draft of the server', () => {
  it('is shown where nothing newer was typed', () => {
    const { draft } = start();
    draft.receive(fromServer());
    expect(draft.read()).toMatchObject({ client_id: idOf(50), content: 'From the server', synced: true });
    draft.receive(fromServer({ content: 'The same version', version: 3 }));
    expect(draft.read().content).toBe('From the server');
    draft.receive(fromServer({ content: 'Newer', version: 4 }));
    expect(draft.read().content).toBe('Newer');
  });

  it('replaces what was typed before it was edited, and its version counts otherwise', () => {
    const { draft } = start();
    draft.type({ content: 'Mine' });
    draft.receive(fromServer({ client_edited_at: later(-1) }));
    expect(draft.read()).toMatchObject({ content: 'Mine', version: 3, synced: false });
    draft.receive(fromServer({ client_edited_at: later(1), version: 4 }));
    expect(draft.read()).toMatchObject({ content: 'From the server', version: 4, synced: true });
  });

  it('that is gone empties the field, unless something was typed since', () => {
    const { draft } = start();
    draft.receive(fromServer());
    draft.receive(null);
    expect(draft.read()).toMatchObject({ content: '', version: 0 });
    draft.receive(fromServer());
    draft.type({ content: 'Mine' });
    draft.receive(null);
    expect(draft.read().content).toBe('Mine');
  });
});

describe('A text that is sent', () => {
  it('leaves the field, and the server’s draft of it doesn’t come back', () => {
    const { client, draft, changed } = start();
    const { queryKey } = messageDraftQuery(conversationId);
    client.setQueryData(queryKey, fromServer());
    draft.receive(fromServer());
    changed.mockClear();
    draft.take();
    expect(draft.read()).toMatchObject({ content: '', version: 0 });
    expect(draft.read().client_id).not.toBe(idOf(50));
    expect(client.getQueryData(queryKey)).toBeNull();
    expect(changed).toHaveBeenCalledOnce();
    draft.receive(fromServer({ version: 9 }));
    expect(draft.read().content).toBe('');
  });

  it('returns to the field if it can’t be stored, unless something else is there', () => {
    const { client, draft } = start();
    const { queryKey } = messageDraftQuery(conversationId);
    client.setQueryData(queryKey, fromServer());
    draft.receive(fromServer());
    draft.take()();
    expect(draft.read()).toMatchObject({ client_id: idOf(50), content: 'From the server' });
    expect(client.getQueryData(queryKey)).toMatchObject({ client_id: idOf(50) });
    const restore = draft.take();
    draft.type({ content: 'Next' });
    restore();
    expect(draft.read().content).toBe('Next');
    draft.receive(fromServer({ version: 9, client_edited_at: later(1) }));
    expect(draft.read().content).toBe('From the server');
  });

  it('by another tab leaves the field, and a change of it since becomes a message of its own', () => {
    const { draft } = start();
    draft.receive(fromServer());
    draft.leaveOut([idOf(51)]);
    expect(draft.read().content).toBe('From the server');
    draft.leaveOut([idOf(50)]);
    expect(draft.read().content).toBe('');
    draft.receive(fromServer({ client_id: idOf(52) }));
    draft.type({ content: 'Changed' });
    draft.leaveOut([idOf(52)]);
    expect(draft.read()).toMatchObject({ content: 'Changed', version: 0, synced: false });
    expect(draft.read().client_id).not.toBe(idOf(52));
  });

  it('is deleted from the browser once it is in the outbox', async () => {
    const { draft } = start();
    draft.type({ content: 'Mine' });
    await vi.advanceTimersByTimeAsync(300);
    const { client_id } = draft.read();
    expect(localStorage).toHaveLength(1);
    draft.forget(idOf(77));
    expect(localStorage).toHaveLength(1);
    draft.forget(client_id);
    expect(localStorage).toHaveLength(0);
  });
});

it('A text that was given up is deleted here and on the server, also without a connection', async () => {
  const page = start({ discard_message_draft: () => ({}) });
  await page.draft.drop(idOf(50));
  expect(page.call).toHaveBeenCalledWith('discard_message_draft', {
    conversation_id: conversationId,
    client_id: idOf(50),
  });
  page.draft.receive(fromServer());
  expect(page.draft.read().content).toBe('');
  await start().draft.drop(idOf(51));
});

it('An empty field stores nothing', async () => {
  const { draft } = start();
  draft.receive(fromServer());
  await vi.advanceTimersByTimeAsync(300);
  expect(localStorage).toHaveLength(1);
  draft.receive(null);
  await vi.advanceTimersByTimeAsync(300);
  expect(localStorage).toHaveLength(0);
});
