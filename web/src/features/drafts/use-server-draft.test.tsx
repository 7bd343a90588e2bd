import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Draft } from '#contract/features/drafts/drafts.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { useServerDraft, useWaitingDraft } from './use-server-draft.ts';
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
