import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aNotification, idOf, spaceId } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { unreadQuery } from '../notifications.api.ts';
import { useMarkAllRead, useOpenNotification } from './use-mark-read.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  dismissToast();
});

type Response = { unread_count: number; version: number };

/** A page with these notifications and counts; the server responds when the test says so. */
function open(notifications: Notification[], unread_count = 3) {
  const response = Promise.withResolvers<Response>();
  call.mockImplementation(
    respondWith({
      mark_notifications_as_read: () => response.promise,
      mark_all_notifications_as_read: () => response.promise,
    }),
  );
  const client = createQueryClient(call);
  seedEntities(client, { notification: notifications });
  for (const inside of [undefined, spaceId]) {
    client.setQueryData(unreadQuery(inside).queryKey, { unread_count, version: 1, live_cursor: 0 });
  }
  const { result } = renderHook(() => ({ open: useOpenNotification(), all: useMarkAllRead() }), {
    wrapper: pageProvider(client),
  });
  return {
    client,
    result,
    succeed: () => act(async () => response.resolve({ unread_count: 0, version: 2 })),
    fail: () => act(async () => response.reject(new ApiError('internal', 500, ''))),
    shown: (n = 1) => {
      const { read, clicked } = readEntity(client, 'notification', idOf(n)) ?? {};
      return { read, clicked };
    },
    /** The counts of all notifications and of those shown inside the space. */
    counts: () =>
      [undefined, spaceId].map((inside) => client.getQueryData(unreadQuery(inside).queryKey)?.unread_count),
  };
}

describe('opening a notification', () => {
  it('marks it as read before the server responds, and lowers the counts that include it', async () => {
    const { result, shown, counts, succeed } = open([aNotification()]);
    act(() => result.current.open.mutate(idOf(1)));
    await waitFor(() => expect(shown()).toEqual({ read: true, clicked: true }));
    expect(counts()).toEqual([2, 3]);
    expect(call).toHaveBeenCalledExactlyOnceWith('mark_notifications_as_read', {
      notification_ids: [idOf(1)],
      clicked: true,
    });
    await succeed();
    expect([shown(), counts()]).toEqual([{ read: true, clicked: true }, [2, 3]]);
  });

  it('counts one that is also shown inside its space', async () => {
    const { result, counts } = open([aNotification({ shown_inside_space: true })]);
    act(() => result.current.open.mutate(idOf(1)));
    await waitFor(() => expect(counts()).toEqual([2, 2]));
  });

  it('reverts everything if that fails', async () => {
    const { result, shown, counts, fail } = open([aNotification()]);
    act(() => result.current.open.mutate(idOf(1)));
    await waitFor(() => expect(counts()).toEqual([2, 3]));
    await fail();
    await waitFor(() => expect(shown()).toEqual({ read: false, clicked: false }));
    expect(counts()).toEqual([3, 3]);
    expect(readToast()).toMatchObject({ open: true, title: 'Failed to mark notifications as read' });
  });

  it('leaves the counts alone if it was read before', async () => {
    const { result, shown, counts, fail } = open([aNotification({ read: true })]);
    act(() => result.current.open.mutate(idOf(1)));
    await waitFor(() => expect(shown()).toEqual({ read: true, clicked: true }));
    expect(counts()).toEqual([3, 3]);
    await fail();
    await waitFor(() => expect(shown()).toEqual({ read: true, clicked: false }));
    expect(counts()).toEqual([3, 3]);
  });

  it('changes nothing if it was clicked before, or is not loaded', async () => {
    const { result, shown, counts } = open([aNotification({ clicked: true })]);
    act(() => result.current.open.mutate(idOf(1)));
    act(() => result.current.open.mutate(idOf(2)));
    await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
    expect(shown()).toEqual({ read: false, clicked: true });
    expect(counts()).toEqual([3, 3]);
  });

  it('never counts below zero', async () => {
    const { result, counts } = open([aNotification()], 0);
    act(() => result.current.open.mutate(idOf(1)));
    await waitFor(() => expect(call).toHaveBeenCalled());
    expect(counts()).toEqual([0, 0]);
  });
});

describe('marking all as read', () => {
  it('marks them before the server responds, as read but not as clicked', async () => {
    const { result, shown, counts, succeed } = open([aNotification(), aNotification({ id: idOf(2) })]);
    act(() => result.current.all.mutate());
    await waitFor(() => expect(counts()).toEqual([0, 0]));
    await succeed();
    expect([shown(1), shown(2)]).toEqual([
      { read: true, clicked: false },
      { read: true, clicked: false },
    ]);
    expect(call).toHaveBeenCalledExactlyOnceWith('mark_all_notifications_as_read');
  });

  it('reverts those that were unread if that fails', async () => {
    const { result, shown, counts, fail } = open([
      aNotification(),
      aNotification({ id: idOf(2), read: true }),
    ]);
    act(() => result.current.all.mutate());
    await waitFor(() => expect(counts()).toEqual([0, 0]));
    await fail();
    await waitFor(() => expect(shown(1)).toEqual({ read: false, clicked: false }));
    expect(shown(2)).toEqual({ read: true, clicked: false });
    expect(counts()).toEqual([3, 3]);
    expect(readToast()).toMatchObject({ open: true, title: 'Failed to mark all notifications as read' });
  });

  it('keeps what an event has changed in the meantime', async () => {
    const { client, result, shown, counts, fail } = open([aNotification()]);
    act(() => result.current.all.mutate());
    await waitFor(() => expect(counts()).toEqual([0, 0]));
    patchEntity(client, 'notification', idOf(1), { read: true, version: 2 });
    client.setQueryData(unreadQuery().queryKey, { unread_count: 7, version: 2, live_cursor: 0 });
    await fail();
    await waitFor(() => expect(counts()).toEqual([7, 3]));
    expect(shown()).toEqual({ read: true, clicked: false });
  });

  it('leaves counts alone that are still loading', async () => {
    const { client, result, counts } = open([]);
    client.removeQueries({ queryKey: unreadQuery(spaceId).queryKey });
    void client.prefetchQuery({
      queryKey: unreadQuery(spaceId).queryKey,
      queryFn: () => new Promise<never>(() => {}),
    });
    act(() => result.current.all.mutate());
    await waitFor(() => expect(counts()).toEqual([0, undefined]));
  });
});
