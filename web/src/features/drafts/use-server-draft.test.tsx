import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react';
import { Activity, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft } from '#contract/features/drafts/drafts.ts';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { notifyReconnect } from '#web/lib/live/reconnect.ts';
import { runBeforeSignOut } from '#web/lib/session/before-sign-out.ts';
import { draftQuery } from './drafts.api.ts';
import { newLocalDraft } from './local-draft.ts';
import { type ServerDraft, useServerDraft } from './use-server-draft.ts';
import { useWaitingDraft } from './use-waiting-draft.ts';
import './drafts.live.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

const spaceId = 's1';
const newDraft = (fields: Partial<Draft>): Draft => ({
  space_id: spaceId,
  client_id: 'c1',
  title: '',
  body: '',
  category_id: null,
  post_type: 'post',
  poll: null,
  upload_ids: [],
  attachments: [],
  files: [],
  client_edited_at: '2026-11-21T04:00:00.000Z',
  version: 1,
  conflicts: [],
  ...fields,
});
/** The draft of each space on the server. */
let drafts: Record<string, Draft | null>;
const requests = (operation: string) => call.mock.calls.filter(([name]) => name === operation);

beforeEach(() => {
  localStorage.clear();
  drafts = { s1: newDraft({ title: 'On the phone' }), s2: newDraft({ space_id: 's2', title: 'Elsewhere' }) };
  call.mockReset();
  call.mockImplementation(async (operation: string, { space_id }: { space_id: string }) => {
    if (operation === 'get_draft') return { draft: drafts[space_id] };
    if (operation === 'discard_draft') drafts[space_id] = null;
    return {};
  });
});
afterEach(cleanup);

async function open() {
  const client = createQueryClient(call);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({
      form: useServerDraft(spaceId, 'u1'),
      here: useWaitingDraft(spaceId, 'u1'),
      elsewhere: useWaitingDraft('s2', 'u1'),
    }),
    { wrapper },
  );
  const titles = () => [
    result.current.form.values?.title,
    result.current.here?.title,
    result.current.elsewhere?.title,
  ];
  await waitFor(() => expect(titles()).toEqual(['On the phone', 'On the phone', 'Elsewhere']));
  const context = { client, viewerId: 'u1' };
  const changed = (version: number | null, space_id = spaceId) =>
    act(() =>
      applyLiveEvent(
        {
          seq: 1,
          channel: 'user:u1',
          type: 'draft.changed',
          payload: { space_id, client_id: 'c1', version },
        },
        context,
      ),
    );
  return { result, titles, context, changed };
}

it('follows another device, and requests the draft once for each new version', async () => {
  const { titles, changed } = await open();
  expect(requests('get_draft')).toHaveLength(2);
  drafts.s1 = newDraft({ title: 'Longer', version: 2 });
  changed(2);
  await waitFor(() => expect(titles()).toEqual(['Longer', 'Longer', 'Elsewhere']));
  changed(2);
  expect(requests('get_draft')).toHaveLength(3);
  changed(null);
  await waitFor(() => expect(titles()).toEqual(['', undefined, 'Elsewhere']));
  expect(requests('get_draft')).toHaveLength(3);
});

it('ends on this device although an earlier version is still being fetched', async () => {
  const { titles, changed } = await open();
  let respond = (_draft: Draft) => {};
  const serve = call.getMockImplementation();
  call.mockImplementation((operation: string, input: { space_id: string }) =>
    operation === 'get_draft'
      ? new Promise((resolve) => {
          respond = (draft) => resolve({ draft });
        })
      : serve?.(operation, input),
  );
  changed(2);
  await waitFor(() => expect(requests('get_draft')).toHaveLength(3));
  changed(null);
  // The response of the server was on its way already.
  await act(async () => respond(newDraft({ title: 'Longer', version: 2 })));
  await waitFor(() => expect(titles()).toEqual(['', undefined, 'Elsewhere']));
});

it('is requested again after a lost connection, whose events are gone', async () => {
  const { titles, context } = await open();
  drafts = {
    s1: newDraft({ title: 'Typed on a train', version: 7 }),
    s2: newDraft({ space_id: 's2', title: 'There too', version: 3 }),
  };
  act(() => refetchChannel('space:s1', context));
  act(() => refetchChannel('post:p1', context));
  expect(requests('get_draft')).toHaveLength(2);
  act(() => refetchChannel('user:u1', context));
  await waitFor(() => expect(titles()).toEqual(['Typed on a train', 'Typed on a train', 'There too']));
});

it('is discarded in its own space only', async () => {
  const { result, titles } = await open();
  await act(async () => result.current.form.discard());
  expect(titles()).toEqual(['', undefined, 'Elsewhere']);
  expect(requests('discard_draft')).toEqual([['discard_draft', { space_id: spaceId }]]);
});

it('shows what another device saved right after a save of this one, before its response', async () => {
  const { result, changed } = await open();
  let respond = (_draft: Draft) => {};
  const serve = call.getMockImplementation();
  call.mockImplementation((operation: string, input: { space_id: string }) =>
    operation === 'save_draft'
      ? new Promise((resolve) => {
          respond = (draft) => resolve({ draft, accepted: true });
        })
      : serve?.(operation, input),
  );
  act(() => result.current.form.change({ title: 'Longer' }));
  expect(result.current.form.status).toBe('saving');
  await waitFor(() => expect(requests('save_draft')).toHaveLength(1), { timeout: 3_000 });
  const other = newDraft({ title: 'At the desk', client_edited_at: '2026-11-21T04:00:09.000Z' });
  drafts.s1 = newDraft({ title: 'At the desk', version: 3, conflicts: [{ ...other, title: 'Longer' }] });
  changed(2);
  changed(3);
  await act(async () => respond(newDraft({ title: 'Longer', version: 2 })));
  await waitFor(() => expect(result.current.form.values?.title).toBe('At the desk'));
  expect(result.current.form.conflicts.map(({ title }) => title)).toEqual(['Longer']);
  expect(requests('get_draft')).toHaveLength(3);
});

it('requests nothing for the event of its own save', async () => {
  const { result, changed } = await open();
  const serve = call.getMockImplementation();
  call.mockImplementation(async (operation: string, input: { space_id: string }) => {
    if (operation !== 'save_draft') return serve?.(operation, input);
    changed(2);
    return { draft: newDraft({ title: 'Longer', version: 2 }), accepted: true };
  });
  act(() => result.current.form.change({ title: 'Longer' }));
  await waitFor(() => expect(result.current.form.status).toBe('saved'), { timeout: 3_000 });
  expect(requests('get_draft')).toHaveLength(2);
});

/** Stores a draft in this browser, as an earlier visit left it. */
function keepHere(value: object, space = spaceId) {
  const store = new DraftStore<object>('u1', `post:${space}`);
  store.write(value);
  store.flush();
}
const storedHere = () => new DraftStore<{ title: string }>('u1', `post:${spaceId}`).read();
const here = { ...newLocalDraft(Date.UTC(2026, 10, 22)), title: 'In this browser', synced: false };

/** Opens forms of the same space, each of which can be closed. */
function openForms() {
  const client = createQueryClient(call);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return {
    client,
    form: () => renderHook(() => useServerDraft(spaceId, 'u1'), { wrapper }),
    waiting: () => renderHook(() => useWaitingDraft(spaceId, 'u1'), { wrapper }).result,
  };
}
/** Responds to an operation in another way than the server. */
function respondTo(operation: string, respond: (input: never) => unknown) {
  const serve = call.getMockImplementation();
  call.mockImplementation(async (name: string, input: never) =>
    name === operation ? respond(input) : serve?.(name, input),
  );
}
const neverResponds = () => new Promise(() => {});

it('is shown from this browser at once, and waits for the server without one', async () => {
  respondTo('get_draft', neverResponds);
  const forms = openForms();
  expect(forms.form().result.current).toMatchObject({ values: null, canDiscard: false, status: 'idle' });
  expect(forms.waiting().current).toBeNull();
  keepHere(here);
  await waitFor(() => expect(forms.form().result.current.values?.title).toBe('In this browser'));
  expect(forms.waiting().current?.title).toBe('In this browser');
  keepHere({ ...here, synced: true });
  const synced = forms.waiting();
  await waitFor(() => expect(synced.current?.title).toBe('In this browser'));
});

it('opens empty if the server cannot be asked', async () => {
  respondTo('get_draft', () => Promise.reject(new Error('offline')));
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.values?.title).toBe(''));
  expect(result.current.canDiscard).toBe(false);
});

it('typed here is shown as waiting in its own space only, and only while the server has another', async () => {
  keepHere(here);
  const forms = openForms();
  const waiting = forms.waiting();
  await waitFor(() => expect(forms.client.getQueryData(draftQuery(spaceId).queryKey)).toBeDefined());
  await waitFor(() => expect(waiting.current?.title).toBe('In this browser'));
  keepHere({ ...here, title: 'Saved long ago', synced: true });
  const saved = forms.waiting();
  await waitFor(() => expect(saved.current?.title).toBe('On the phone'));
  const elsewhere = openForms();
  const other = renderHook(() => useWaitingDraft('s2', 'u1'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={elsewhere.client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(other.result.current?.title).toBe('Elsewhere'));
});

it('of a time before drafts were on the server keeps its text and images, and is saved', async () => {
  respondTo('get_draft', () => ({ draft: null }));
  const images = [{ id: 'i1', kind: 'image' }];
  keepHere({ client_id: 'old', title: 'Old', body: '<p>Text</p>', images });
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.values?.title).toBe('Old'));
  expect(result.current.values).toMatchObject({
    client_id: 'old',
    body: '<p>Text</p>',
    stored: images,
    poll: null,
    version: 0,
    synced: false,
  });
  expect(result.current.values).not.toHaveProperty('images');
});

it('is saved before signing out, and when the server can be reached again', async () => {
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.values).not.toBeNull());
  respondTo('save_draft', () => Promise.reject(new Error('offline')));
  act(() => result.current.change({ title: 'Typed' }));
  await act(async () => runBeforeSignOut(1_000));
  expect(requests('save_draft')).toHaveLength(1);
  expect(storedHere()?.title).toBe('Typed');
  await act(async () => notifyReconnect());
  await waitFor(() => expect(requests('save_draft')).toHaveLength(2));
});

it('can be discarded without the server if nothing is on the server', async () => {
  drafts.s1 = null;
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.values).not.toBeNull());
  act(() => result.current.change({ title: 'Typed' }));
  expect(result.current.canDiscard).toBe(true);
  await act(async () => result.current.discard());
  expect(result.current).toMatchObject({ values: { title: '' }, canDiscard: false });
  expect(requests('discard_draft')).toEqual([]);
});

it('is kept and saved if it cannot be discarded on the server', async () => {
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.values?.title).toBe('On the phone'));
  respondTo('discard_draft', () => Promise.reject(new Error('offline')));
  act(() => result.current.change({ title: 'Typed' }));
  await act(async () => expect(result.current.discard()).rejects.toThrow('offline'));
  expect(result.current.values?.title).toBe('Typed');
  await waitFor(() => expect(requests('save_draft')).toHaveLength(1));
});

it('that was posted is empty, and what the server has next is shown', async () => {
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.values?.title).toBe('On the phone'));
  const attempt = await result.current.startSending(result.current.values ?? here);
  expect(attempt).toMatchObject({ clientId: 'c1', values: { title: 'On the phone' } });
  drafts.s1 = newDraft({ title: 'A conflict before', client_id: 'c2', version: 2 });
  act(() => expect(attempt.finish()).toEqual({ isChanged: false }));
  expect(result.current.values).toMatchObject({ title: '', version: 0, synced: true });
  await waitFor(() => expect(result.current.values?.title).toBe('A conflict before'));
});

function Form({ onRender }: { onRender: (form: ServerDraft) => void }) {
  onRender(useServerDraft(spaceId, 'u1'));
  return null;
}

describe('that is posted while its form is hidden and shown again', () => {
  const sendAndReopen = async () => {
    const { client } = openForms();
    let form: ServerDraft | undefined;
    const onRender = (shown: ServerDraft) => {
      form = shown;
    };
    const inMode = (mode: 'visible' | 'hidden') => (
      <QueryClientProvider client={client}>
        <Activity mode={mode}>
          <Form onRender={onRender} />
        </Activity>
      </QueryClientProvider>
    );
    const { rerender } = render(inMode('visible'));
    await waitFor(() => expect(form?.values?.title).toBe('On the phone'));
    const attempt = await form?.startSending(form.values ?? here);
    await act(async () => rerender(inMode('hidden')));
    await act(async () => rerender(inMode('visible')));
    expect(form?.values?.title).toBe('On the phone');
    drafts.s1 = null;
    return { attempt, form: () => form };
  };

  it('is empty once it is posted', async () => {
    const { attempt, form } = await sendAndReopen();
    act(() => void attempt?.finish());
    expect(form()?.values).toMatchObject({ title: '', version: 0, synced: true });
    expect(storedHere()).toBeNull();
  });

  it('keeps what was typed since as a new draft', async () => {
    const { attempt, form } = await sendAndReopen();
    act(() => form()?.change({ title: 'And more' }));
    await act(async () => void attempt?.finish());
    expect(form()?.values).toMatchObject({ title: 'And more', version: 0, synced: false });
    expect(form()?.values?.client_id).not.toBe('c1');
  });

  it('leaves another draft that was begun since', async () => {
    const { attempt, form } = await sendAndReopen();
    await act(async () => form()?.discard());
    act(() => form()?.change({ title: 'Another' }));
    const id = form()?.values?.client_id;
    await act(async () => void attempt?.finish());
    expect(form()?.values).toMatchObject({ title: 'Another', client_id: id });
  });
});

it('that was changed while it was posted stays as a new draft', async () => {
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.values?.title).toBe('On the phone'));
  for (const end of ['finish', 'continueAsNew'] as const) {
    const sent = result.current.values ?? here;
    const attempt = await result.current.startSending(sent);
    act(() => result.current.change({ title: `Changed before ${end}` }));
    act(() => {
      attempt[end]();
    });
    expect(result.current.values).toMatchObject({
      title: `Changed before ${end}`,
      version: 0,
      synced: false,
    });
    expect(result.current.values?.client_id).not.toBe(sent.client_id);
  }
});

it('that was not posted keeps its id, and is saved from then on', async () => {
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.values?.title).toBe('On the phone'));
  const attempt = await result.current.startSending(result.current.values ?? here);
  act(() => result.current.change({ title: 'Changed' }));
  act(() => attempt.cancel());
  await waitFor(() => expect(requests('save_draft')).toHaveLength(1));
  expect(result.current.values).toMatchObject({ title: 'Changed', client_id: 'c1' });
});

it('cannot be posted while a choice between two versions cannot be saved, and is saved later', async () => {
  drafts.s1 = newDraft({ title: 'Mine', conflicts: [newDraft({ title: 'Theirs' })] });
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.conflicts).toHaveLength(1));
  respondTo('save_draft', () => Promise.reject(new Error('offline')));
  act(() => result.current.discardConflicts());
  const sent = result.current.values ?? here;
  await act(async () => expect(result.current.startSending(sent)).rejects.toThrow('offline'));
  // Saving continues by itself.
  await waitFor(() => expect(requests('save_draft')).toHaveLength(2));
});

it('can be replaced by the version of another device', async () => {
  drafts.s1 = newDraft({ title: 'Mine', conflicts: [newDraft({ title: 'Theirs' })] });
  const { result } = openForms().form();
  await waitFor(() => expect(result.current.conflicts.map(({ title }) => title)).toEqual(['Theirs']));
  act(() => result.current.take(newDraft({ title: 'Theirs' })));
  expect(result.current.values).toMatchObject({ title: 'Theirs', version: 0, synced: false });
});

it('cannot be posted from a form that is closed', async () => {
  const { result, unmount } = openForms().form();
  await waitFor(() => expect(result.current.values).not.toBeNull());
  unmount();
  await expect(result.current.startSending(here)).rejects.toThrow('No draft is open');
});
