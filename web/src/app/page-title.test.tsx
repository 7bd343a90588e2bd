import { act, cleanup, waitFor } from '@testing-library/react';
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

const responses = (unread_count: number): Responses => ({
  get_session: () => ({ session: null, user: anAccount() }),
  get_space: () => ({ space: aSpace(), live_cursor: 1 }),
  get_unread_notification_count: () => ({ unread_count, version: 1, live_cursor: 1 }),
});

it('puts the number of unread notifications before the title, also of the next page', async () => {
  const { router } = await openPage('/bread/about', responses(3));
  await waitFor(() => expect(document.title).toBe('(3) About · Bread · Hearth'));
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
    .filter((queryKey) => !JSON.stringify(queryKey).includes('space_id'));
  act(() => void queryClient.setQueryData(key ?? [], { unread_count: 120, version: 2, live_cursor: 2 }));
  await waitFor(() => expect(document.title).toBe('(99+) About · Bread · Hearth'));
});
