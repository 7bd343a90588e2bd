import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anEvent, aSpace } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { type EventDraft, toDraft } from './event-draft.ts';
import { useEventForm } from './use-event-form.ts';

const event = anEvent({ location_type: 'link' });
const stored = 'https://example.com/room';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

/** Edits the event with a draft that was typed earlier. The link arrives when it is said to. */
function edit(typed: Partial<EventDraft> | null) {
  if (typed) {
    const store = new DraftStore<EventDraft>('viewer', `event:${event.id}`);
    store.write({ ...toDraft(event), ...typed });
    store.flush();
  }
  const link = Promise.withResolvers<{ url: string }>();
  const client = createQueryClient(respondWith({ get_event_link: () => link.promise }));
  const { result } = renderHook(
    () =>
      useEventForm({
        space: aSpace(),
        viewerId: 'viewer',
        planning: { event },
        onSaved: vi.fn(),
        onFailed: vi.fn(),
        onDiscarded: vi.fn(),
      }),
    { wrapper: pageProvider(client) },
  );
  const arrive = async () => {
    link.resolve({ url: stored });
    await waitFor(() => expect(result.current.initial.url).toBe(stored));
  };
  return { result, arrive };
}

it('The link of an event arrives on its own, and changes nothing', async () => {
  const { result, arrive } = edit(null);
  expect(result.current.draft.url).toBe('');
  await arrive();
  expect(result.current.draft.url).toBe(stored);
  expect(result.current.isClean).toBe(true);
});

it('A draft that was typed before the link arrived gets it, and may delete it afterwards', async () => {
  const { result, arrive } = edit({ title: 'Rye evening' });
  await arrive();
  await waitFor(() => expect(result.current.draft.url).toBe(stored));
  expect(result.current.changes).toEqual({ title: 'Rye evening' });
  act(() => result.current.change({ url: '' }));
  expect(result.current.draft.url).toBe('');
});

it('A draft with a link of its own keeps it', async () => {
  const { result, arrive } = edit({ url: 'https://example.com/other' });
  await arrive();
  expect(result.current.draft.url).toBe('https://example.com/other');
});

it('A draft of another kind of place gets no link', async () => {
  const { result, arrive } = edit({ location_type: 'none' });
  await arrive();
  expect(result.current.draft).toMatchObject({ location_type: 'none', url: '' });
});
