import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { unreadQuery } from '../unread.api.ts';
import { ChatHost } from './chat-host.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  live.state = 'connected';
});

const live = vi.hoisted(() => ({ state: 'connected' }));
vi.mock('#web/lib/live/use-live.ts', async (load) => ({
  ...(await load<object>()),
  useLiveState: () => live.state,
}));

/** A page whose visibility the test controls. `checks` counts the times at which unread messages are counted again. */
function open() {
  const client = createQueryClient(respondWith({}) as never);
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  let isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  render(<ChatHost viewerId={idOf(1)} />, { wrapper: pageProvider(client) });
  const checks = () =>
    invalidate.mock.calls.filter(([filters]) => filters?.queryKey === unreadQuery.queryKey).length;
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const turn = (hidden: boolean) => {
    isHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { checks, pass, turn };
}

it('Unread messages are counted again once a minute while the page is visible', async () => {
  const { checks, pass } = open();
  await pass(59_000);
  expect(checks()).toBe(0);
  await pass(1_000);
  expect(checks()).toBe(1);
  await pass(60_000);
  expect(checks()).toBe(2);
});

it('They are not counted in a hidden page, and 250 ms after it is shown again', async () => {
  const { checks, pass, turn } = open();
  turn(true);
  await pass(600_000);
  expect(checks()).toBe(0);
  turn(false);
  await pass(249);
  expect(checks()).toBe(0);
  await pass(1);
  expect(checks()).toBe(1);
});

it('They are not counted when a page without a connection is shown again: the next connection counts them', async () => {
  live.state = 'lost';
  const { checks, pass, turn } = open();
  turn(true);
  await pass(600_000);
  turn(false);
  await pass(1_000);
  expect(checks()).toBe(0);
  // The connection doesn't come back.
  await pass(10_000);
  expect(checks()).toBe(1);
});

it('A page that was hidden for a moment counts nothing again', async () => {
  const { checks, pass, turn } = open();
  await pass(5_000);
  turn(true);
  await pass(5_000);
  turn(false);
  await pass(1_000);
  expect(checks()).toBe(0);
});
