import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PresenceChange, WatchRequest } from '#contract/live.ts';
import type { LiveClient } from './live-client.ts';
import { collectTime } from './presence-store.ts';
import { LiveClientContext } from './use-live.ts';
import { useOffline, useOnlineCount, usePresence } from './use-presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

/** A page with a live connection: what it watches, and changes that it receives. */
function newPage() {
  const watched: WatchRequest[] = [];
  let push: (change: PresenceChange) => void = () => {};
  const live = {
    state: 'connected',
    watch: (request: WatchRequest) => void watched.push(request),
    onPresence: (listener: typeof push) => {
      push = listener;
    },
    onState: () => {},
  } as unknown as LiveClient;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LiveClientContext value={live}>{children}</LiveClientContext>
  );
  return {
    wrapper,
    receive: (change: Partial<PresenceChange>) =>
      act(() => push({ space_id: 's', online: [], offline: [], ...change })),
    /** Returns what is watched now. */
    collected: () => {
      vi.advanceTimersByTime(collectTime);
      return watched.at(-1);
    },
  };
}

it('Members count as offline once the server has said so, and are watched while they are shown', () => {
  const { wrapper, receive, collected } = newPage();
  const members = [{ id: 'ann' }, { id: 'ben' }, { id: 'eve' }];
  const { result, unmount } = renderHook(() => useOffline('s', members), { wrapper });
  expect(collected()).toMatchObject({ space_id: 's', user_ids: ['ann', 'ben', 'eve'], count: false });
  receive({ online: ['ben'] });
  expect(result.current.has('ann')).toBe(false);
  receive({ offline: ['ann', 'eve'] });
  expect([...result.current]).toEqual(['ann', 'eve']);
  receive({ online: ['eve'] });
  expect([...result.current]).toEqual(['ann']);
  unmount();
  expect(collected()).toMatchObject({ user_ids: [] });
});

it('A user is watched only while they are shown', () => {
  const { wrapper, receive, collected } = newPage();
  const { result, rerender } = renderHook(({ isShown }) => usePresence('s', 'ann', isShown), {
    wrapper,
    initialProps: { isShown: false },
  });
  expect(collected()).toBeUndefined();
  rerender({ isShown: true });
  expect(collected()).toMatchObject({ user_ids: ['ann'] });
  receive({ online: ['ann'] });
  expect(result.current?.is_online).toBe(true);
  rerender({ isShown: false });
  expect(collected()).toMatchObject({ user_ids: [] });
});

it('Nobody is watched in place of someone who is not known', () => {
  const { wrapper, collected } = newPage();
  const { result } = renderHook(() => usePresence('s', undefined), { wrapper });
  expect(result.current).toBeUndefined();
  expect(collected()).toBeUndefined();
});

it('The number of those who are online is watched while it is shown', () => {
  const { wrapper, receive, collected } = newPage();
  const { result, unmount } = renderHook(() => useOnlineCount('s'), { wrapper });
  expect(collected()).toMatchObject({ user_ids: [], count: true });
  receive({ online_count: 7 });
  expect(result.current).toBe(7);
  unmount();
  expect(collected()).toMatchObject({ count: false });
});
