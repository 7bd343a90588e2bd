import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Responses } from '#web-testing/fake-api.ts';
import { anAccount, aSpace } from '#web-testing/fixtures.ts';
import { openPage } from '#web-testing/open-page.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(cleanup);

/** Of the unread ones, `inSpace` are of the open space. */
const responses = (unread_count: number, inSpace = 0): Responses => ({
  get_session: () => ({ session: null, user: anAccount() }),
  get_space: () => ({ space: aSpace(), live_cursor: 1 }),
  get_unread_notification_count: ({ inside_space_id }) => ({
    unread_count: inside_space_id ? unread_count - inSpace : unread_count,
    version: 1,
    live_cursor: 1,
  }),
});

it('puts the number that the bell shows before the title, also of the next page', async () => {
  const { router } = await openPage('/bread/about', responses(3, 1));
  await waitFor(() => expect(document.title).toBe('(2) About · Bread · Hearth'));
  expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy();
  await act(() => router.navigate({ to: '/fix' }));
  await waitFor(() => expect(document.title).toBe('(3) Recovery · Hearth'));
});

it('leaves the title alone while nothing is unread, and stops at 99', async () => {
  const { queryClient } = await openPage('/bread/about', responses(0));
  expect(document.title).toBe('About · Bread · Hearth');
  const [key] = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['get_unread_notification_count'] })
    .map(({ queryKey }) => queryKey)
    .filter((queryKey) => JSON.stringify(queryKey).includes('space_id'));
  act(() => void queryClient.setQueryData(key ?? [], { unread_count: 120, version: 2, live_cursor: 2 }));
  await waitFor(() => expect(document.title).toBe('(99+) About · Bread · Hearth'));
});
