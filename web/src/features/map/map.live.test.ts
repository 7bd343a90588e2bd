import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { minRefetchInterval } from './map.live.ts';

let client: ReturnType<typeof createQueryClient>;
/** Another one in each test, because the time of the last refetch of a space is kept. */
let space = '';
let count = 0;
const operations = ['get_space_map', 'list_map_people'];
const context = () => ({ client, viewerId: 'me' });
const receive = (type: LiveEvent['type'], payload: object) =>
  applyLiveEvent({ seq: 1, channel: `space:${space}`, type, payload } as LiveEvent, context());
const outdated = (space_id: string) =>
  operations.filter((name) => client.getQueryState([name, { space_id }])?.isInvalidated);
const fill = () => {
  for (const name of operations) {
    for (const space_id of [space, 'other']) client.setQueryData([name, { space_id }], {});
  }
};

beforeEach(() => {
  vi.useFakeTimers();
  count += 1;
  space = `space-${count}`;
  client = createQueryClient(vi.fn());
  fill();
});
afterEach(() => {
  vi.advanceTimersByTime(2 * minRefetchInterval);
  vi.useRealTimers();
});

it.each(['map.changed', 'space.member_count_changed'] as const)(
  '%s outdates the map of the space, and of no other',
  (type) => {
    vi.advanceTimersByTime(minRefetchInterval);
    receive(type, { space_id: space });
    vi.advanceTimersByTime(0);
    expect(outdated(space)).toEqual(operations);
    expect(outdated('other')).toEqual([]);
  },
);

it('outdates the map after a lost connection', () => {
  vi.advanceTimersByTime(minRefetchInterval);
  refetchChannel(`space:${space}`, context());
  vi.advanceTimersByTime(0);
  expect(outdated(space)).toEqual(operations);
});

it('waits between two refetches of a space, but never misses the last change', () => {
  vi.advanceTimersByTime(minRefetchInterval);
  receive('map.changed', { space_id: space });
  vi.advanceTimersByTime(0);
  fill();
  vi.advanceTimersByTime(500);
  for (let time = 0; time < 3; time += 1) receive('map.changed', { space_id: space });
  receive('map.changed', { space_id: 'other' });
  vi.advanceTimersByTime(minRefetchInterval - 501);
  expect([outdated(space), outdated('other')]).toEqual([[], operations]);
  vi.advanceTimersByTime(1);
  expect(outdated(space)).toEqual(operations);
  fill();
  vi.advanceTimersByTime(10 * minRefetchInterval);
  expect(outdated(space)).toEqual([]);
});

it('removes the map of a space that the viewer has left, and keeps it otherwise', () => {
  receive('membership.changed', { space_id: space, role: 'admin' });
  expect(client.getQueryData(['get_space_map', { space_id: space }])).toEqual({});
  receive('membership.changed', { space_id: space, role: null });
  const cached = (space_id: string) =>
    operations.filter((name) => client.getQueryData([name, { space_id }]) !== undefined);
  expect([cached(space), cached('other')]).toEqual([[], operations]);
});
