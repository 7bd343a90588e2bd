import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { PresenceChange, WatchRequest } from '#contract/live.ts';
import { createFairQueue } from '../../limits/fair-queue.ts';
import { createLiveLimits } from '../live-limits.ts';
import type { LiveSocket } from '../live-socket.ts';
import { createOnlineUsers } from './online-users.ts';
import { createWatches } from './watches.ts';

const [viewerId, ben, cleo, idOfSpace] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
];

/** A connection that watches Ben, and whose checks the test answers. */
async function newScene(request: Partial<WatchRequest> = {}, { is_return = false, settleTime = 0 } = {}) {
  const users = createOnlineUsers();
  const listWatchable = vi.fn(async (): Promise<string[]> => [ben, cleo]);
  const listUncounted = vi.fn(async (): Promise<string[]> => []);
  const errors = vi.fn();
  /** Waits before a check is repeated. */
  const wait = vi.fn((ms: number): Promise<unknown> => setTimeout(ms));
  const watches = createWatches({
    users,
    listWatchable,
    listUncounted,
    canRead: async () => true,
    limits: createLiveLimits(false),
    queue: createFairQueue(4),
    log: { error: errors, warn: errors } as never,
    wait,
    settleTime,
  });
  const socket = Object.assign(new EventEmitter(), {
    id: 'socket',
    data: { viewer: { user_id: viewerId }, source: { userId: viewerId }, memberships: new Set(), is_return },
  });
  const changes: PresenceChange[] = [];
  socket.on('presence', (change) => changes.push(change));
  watches.serve(socket as unknown as LiveSocket);
  const watch = (other: Partial<WatchRequest> = {}) =>
    new Promise((resolve) =>
      socket.emit('watch', { space_id: null, user_ids: [ben], count: false, ...request, ...other }, resolve),
    );
  const setOnline = (isOnline: boolean) =>
    users.update(
      'process',
      new Map([[ben, isOnline ? new Set(request.space_id ? [request.space_id] : []) : null]]),
    );
  const first = await watch();
  return { first, watch, watches, listWatchable, listUncounted, errors, wait, socket, changes, setOnline };
}
const of = (where: 'online' | 'offline') => ({ space_id: null, online: [], offline: [], [where]: [ben] });

it('repeats a check that failed until it works, and says nothing meanwhile', async () => {
  const { watches, listWatchable, errors, changes, setOnline } = await newScene();
  const failure = new Error('no connection');
  listWatchable.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
  watches.recheck([ben]);
  await vi.waitFor(() => expect(errors).toHaveBeenCalledTimes(1));
  setOnline(true);
  expect(changes).toEqual([]);
  await vi.waitFor(() => expect(changes).toEqual([of('online')]));
  expect(errors).toHaveBeenCalledTimes(2);
  setOnline(false);
  expect(changes.at(-1)).toEqual(of('offline'));
});

it('says that someone left who may not be seen anymore after a check that failed', async () => {
  const { watches, listWatchable, changes, setOnline } = await newScene();
  setOnline(true);
  listWatchable.mockRejectedValueOnce(new Error('no connection')).mockResolvedValue([]);
  watches.recheck([ben]);
  watches.recheck([viewerId]);
  await vi.waitFor(() => expect(changes).toEqual([of('online'), of('offline')]));
  setOnline(false);
  setOnline(true);
  expect(changes).toHaveLength(2);
});

it('says so too if the page asks before the check is repeated', async () => {
  const { watch, watches, listWatchable, errors, setOnline } = await newScene();
  setOnline(true);
  listWatchable.mockRejectedValueOnce(new Error('no connection')).mockResolvedValue([]);
  watches.recheck([ben]);
  await vi.waitFor(() => expect(errors).toHaveBeenCalledTimes(1));
  expect(await watch()).toEqual(of('offline'));
});

it('takes what the last of several checks found', async () => {
  const { watches, listWatchable, changes, setOnline } = await newScene();
  setOnline(true);
  listWatchable.mockResolvedValueOnce([ben]).mockResolvedValueOnce([]);
  watches.recheck([ben]);
  watches.recheck([ben]);
  await vi.waitFor(() => expect(changes).toHaveLength(2));
  expect(changes).toEqual([of('online'), of('offline')]);
});

it('does not repeat the checks of a closed connection', async () => {
  const { watches, listWatchable, errors, wait, socket } = await newScene();
  const { promise, resolve: endWait } = Promise.withResolvers<void>();
  wait.mockReturnValueOnce(promise);
  listWatchable.mockRejectedValue(new Error('no connection'));
  watches.recheck([ben]);
  await vi.waitFor(() => expect(wait).toHaveBeenCalledWith(500));
  expect(errors).toHaveBeenCalledTimes(1);
  socket.emit('disconnect');
  endWait();
  await new Promise(setImmediate);
  expect(listWatchable).toHaveBeenCalledTimes(2);
});

it('runs no check of what ended before its turn', async () => {
  const { watch, watches, listWatchable, socket } = await newScene();
  await watch({ space_id: '00000000-0000-4000-8000-00000000000c' });
  listWatchable.mockClear();
  const first = Promise.withResolvers<string[]>();
  listWatchable.mockReturnValueOnce(first.promise);
  watches.recheck([ben]);
  socket.emit('disconnect');
  first.resolve([]);
  await new Promise(setImmediate);
  expect(listWatchable).toHaveBeenCalledTimes(1);
});

it('repeats one check at a time, and includes in one that waits what changes until then', async () => {
  const scenes = await newScene();
  const { watches, listWatchable, changes, setOnline } = scenes;
  setOnline(true);
  listWatchable.mockClear();
  const gates = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()];
  for (const { promise } of gates) listWatchable.mockReturnValueOnce(promise);
  for (let n = 0; n < 100; n++) watches.recheck([ben]);
  expect(listWatchable).toHaveBeenCalledTimes(1);
  gates[0]?.resolve([]);
  await vi.waitFor(() => expect(listWatchable).toHaveBeenCalledTimes(2));
  gates[1]?.resolve([ben]);
  await new Promise(setImmediate);
  expect(listWatchable).toHaveBeenCalledTimes(2);
  setOnline(false);
  expect(changes).toEqual([of('online'), of('offline')]);
});

it('counts someone as offline after a block, just as if they had left', async () => {
  const space_id = '00000000-0000-4000-8000-00000000000c';
  const { watches, listWatchable, listUncounted, changes, setOnline } = await newScene({
    space_id,
    count: true,
  });
  setOnline(true);
  setOnline(false);
  const [arrival, departure] = changes.splice(0);
  expect([arrival?.online_count, departure?.online_count]).toEqual([1, 0]);
  setOnline(true);
  listWatchable.mockResolvedValue([]);
  listUncounted.mockResolvedValue([ben]);
  watches.recheck([viewerId]);
  await vi.waitFor(() => expect(changes).toEqual([arrival, departure]));
  // Nor does it show when they come and go.
  setOnline(false);
  setOnline(true);
  expect(changes).toHaveLength(2);
  listWatchable.mockResolvedValue([ben]);
  listUncounted.mockResolvedValue([]);
  watches.recheck([viewerId]);
  await vi.waitFor(() => expect(changes).toEqual([arrival, departure, arrival]));
});

it('says who is offline at once to a page that was just opened', async () => {
  const { first } = await newScene({ space_id: idOfSpace, count: true }, { settleTime: 60_000 });
  expect(first).toEqual({ space_id: idOfSpace, online: [], offline: [ben], online_count: 0 });
});

it('says of nobody that they are offline after a restart until their pages had time to come back', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const request = { space_id: idOfSpace, count: true, user_ids: [ben, cleo] };
  const { first, changes, setOnline } = await newScene(request, { is_return: true, settleTime: 10_000 });
  expect(first).toEqual({ space_id: idOfSpace, online: [], offline: [] });
  setOnline(true);
  expect(changes).toEqual([{ space_id: idOfSpace, online: [ben], offline: [] }]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(changes).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  const settled = { space_id: idOfSpace, online: [ben], offline: [cleo], online_count: 1 };
  expect(changes.slice(1)).toEqual([settled]);
});
