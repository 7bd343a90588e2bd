import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PresenceChange, WatchRequest, WatchResponse } from '#contract/live.ts';
import type { LiveClient, LiveState } from './live-client.ts';
import { collectTime, PresenceStore } from './presence-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store on a live connection, with what it asked for and a way to reply. */
function newScene() {
  const requests: (WatchRequest & { reply: (response: WatchResponse) => void })[] = [];
  let push: (change: PresenceChange) => void = () => {};
  let changeState: () => void = () => {};
  const live = {
    state: 'connected' as LiveState,
    watch: (request: WatchRequest, reply: (response: WatchResponse) => void) =>
      void requests.push({ ...request, reply }),
    onPresence: (listener: typeof push) => {
      push = listener;
    },
    onState: (listener: () => void) => {
      changeState = listener;
    },
  };
  const store = new PresenceStore(live as unknown as LiveClient);
  return {
    store,
    requests,
    push: (change: Partial<PresenceChange>) => push({ space_id: 's', online: [], offline: [], ...change }),
    turn: (state: LiveState) => {
      live.state = state;
      changeState();
    },
    collected: () => vi.advanceTimersByTime(collectTime),
  };
}

it('asks once for those who appear together, and says what the server knows of them', () => {
  const { store, requests, collected } = newScene();
  const changed = vi.fn();
  store.subscribe(changed);
  for (const user of ['ann', 'ben', 'ann']) store.watch('s', user);
  expect(store.read('s', 'ann')).toBeUndefined();
  collected();
  expect(requests).toMatchObject([{ space_id: 's', user_ids: ['ann', 'ben'], count: false }]);
  requests[0]?.reply({ space_id: 's', online: ['ann'], offline: ['ben'] });
  expect(store.read('s', 'ann')).toMatchObject({ is_online: true, hasChanged: false });
  expect(store.read('s', 'ben')?.is_online).toBe(false);
  expect(store.read(null, 'ann')).toBeUndefined();
  expect(changed).toHaveBeenCalledTimes(1);
});

it('follows changes, and remembers since when someone is gone', () => {
  const { store, push, collected } = newScene();
  store.watch('s', 'ann');
  collected();
  push({ online: ['ann', 'not watched'] });
  const before = Date.now();
  vi.advanceTimersByTime(5_000);
  push({ offline: ['ann'] });
  expect(store.read('s', 'ann')).toEqual({ is_online: false, since: before + 5_000, hasChanged: true });
  expect(store.read('s', 'not watched')).toBeUndefined();
  push({ space_id: 'elsewhere', online: ['ann'] });
  expect(store.read('s', 'ann')?.is_online).toBe(false);
});

it('stops watching those whom nothing shows anymore', () => {
  const { store, requests, push, collected } = newScene();
  const [first, second] = [store.watch('s', 'ann'), store.watch('s', 'ann')];
  store.watch('s', 'ben');
  collected();
  push({ online: ['ann'] });
  first();
  collected();
  expect(requests).toHaveLength(1);
  second();
  collected();
  expect(requests.at(-1)).toMatchObject({ user_ids: ['ben'] });
  expect(store.read('s', 'ann')).toBeUndefined();
});

it('watches the number of a space, and forgets it when nothing shows it', () => {
  const { store, requests, push, collected } = newScene();
  const stop = store.watchCount('s');
  collected();
  expect(requests).toMatchObject([{ space_id: 's', user_ids: [], count: true }]);
  push({ online_count: 4 });
  push({});
  expect(store.readCount('s')).toBe(4);
  stop();
  collected();
  expect(requests.at(-1)).toMatchObject({ count: false });
  expect(store.readCount('s')).toBeUndefined();
});

it('keeps the number of a space while anything shows it, and ignores it afterwards', () => {
  const { store, requests, push, collected } = newScene();
  const [first, second] = [store.watchCount('s'), store.watchCount('s')];
  collected();
  push({ online_count: 4 });
  first();
  collected();
  expect(requests).toHaveLength(1);
  expect(store.readCount('s')).toBe(4);
  second();
  push({ online_count: 5 });
  expect(store.readCount('s')).toBeUndefined();
});

it('asks again for the number of a space if the server refuses, but for nothing that is gone', () => {
  const { store, requests, collected } = newScene();
  const stop = store.watchCount('s');
  collected();
  requests[0]?.reply(null);
  vi.advanceTimersByTime(5_000);
  expect(requests[1]).toMatchObject({ user_ids: [], count: true });
  stop();
  collected();
  requests[2]?.reply(null);
  vi.advanceTimersByTime(60_000);
  expect(requests).toHaveLength(3);
});

it('asks again after each connect, and later if the server refuses', () => {
  const { store, requests, turn, collected } = newScene();
  store.watch(null, 'ann');
  collected();
  turn('lost');
  turn('connected');
  collected();
  expect(requests).toHaveLength(2);
  requests[1]?.reply(null);
  vi.advanceTimersByTime(4_999);
  expect(requests).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(requests[2]).toMatchObject({ space_id: null, user_ids: ['ann'] });
});

it('keeps what it shows of those of whom a restarted server says nothing yet', () => {
  const { store, requests, push, turn, collected } = newScene();
  for (const user of ['ann', 'ben', 'me']) store.watch('s', user);
  collected();
  requests[0]?.reply({ space_id: 's', online: ['ann', 'ben'], offline: [] });
  turn('lost');
  turn('connected');
  collected();
  requests[1]?.reply({ space_id: 's', online: ['ben'], offline: [] });
  expect(store.read('s', 'ann')).toMatchObject({ is_online: true, hasChanged: false });
  expect(store.read('s', 'me')).toBeUndefined();
  push({ online: ['ben'], offline: ['ann'] });
  expect(store.read('s', 'ann')?.is_online).toBe(false);
  expect(store.read('s', 'ben')?.is_online).toBe(true);
});
