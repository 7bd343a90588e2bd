import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LiveClient } from '#web/lib/live/live-client.ts';
import type { Responses } from '#web-testing/fake-api.ts';
import { anAccount, aSpace, spaceId } from '#web-testing/fixtures.ts';
import { openPage } from '#web-testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const responses = (isSignedIn: boolean): Responses => ({
  get_session: () => ({ session: null, user: isSignedIn ? anAccount() : null }),
  get_space: () => ({ space: aSpace(isSignedIn ? {} : { membership: null }), live_cursor: 1 }),
  get_unread_notification_count: () => ({ unread_count: 0, version: 1, live_cursor: 1 }),
});

/** How many parts of the page keep the channel of the space open. */
function countSubscriptions() {
  let count = 0;
  vi.spyOn(LiveClient.prototype, 'subscribe').mockImplementation((channel) => {
    const by = channel === `space:${spaceId}` ? 1 : 0;
    count += by;
    return () => {
      count -= by;
    };
  });
  return () => count;
}

it.each([
  ['stay online in the space that they came from', true, 1],
  ['who are signed out do not', false, 0],
] as const)('on a page of no space, people %s', async (_who, isSignedIn, expected) => {
  const subscriptions = countSubscriptions();
  const { router } = await openPage('/bread/about', responses(isSignedIn));
  await act(() => router.navigate({ to: '/fix' }));
  expect(subscriptions()).toBe(expected);
  await act(() => router.navigate({ href: '/bread/about' }));
  await act(() => router.navigate({ to: '/fix' }));
  expect(subscriptions()).toBe(expected);
});

it('a page that is opened without a space is in none', async () => {
  const subscriptions = countSubscriptions();
  await openPage('/fix', responses(true));
  expect(subscriptions()).toBe(0);
});
