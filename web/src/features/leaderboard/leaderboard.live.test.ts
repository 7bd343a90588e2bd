import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import './leaderboard.live.ts';
import { firstAfter, nextAfter } from './throttle.ts';

let client: ReturnType<typeof createQueryClient>;
const context = () => ({ client, viewerId: 'me' });
const receive = (type: LiveEvent['type'], payload: object) =>
  applyLiveEvent({ seq: 1, channel: 'space:s', type, payload } as LiveEvent, context());
const operations = ['get_leaderboard', 'list_leaderboard', 'get_space_levels'];
const outdated = (space_id: string) =>
  operations.filter((name) => client.getQueryState([name, { space_id }])?.isInvalidated);

beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient(vi.fn());
  for (const name of operations) {
    for (const space_id of ['s', 'other']) client.setQueryData([name, { space_id }], {});
  }
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it.each(['space.points_changed', 'space.member_count_changed'] as const)(
  '%s outdates the leaderboard of the space, but not at once',
  (type) => {
    receive(type, { space_id: 's' });
    expect(outdated('s')).toEqual([]);
    vi.advanceTimersByTime(firstAfter + nextAfter);
    expect(outdated('s')).toEqual(operations);
    expect(outdated('other')).toEqual([]);
  },
);

it('new names of levels and a lost connection outdate the leaderboard at once', () => {
  receive('space.levels_changed', { space_id: 's' });
  expect(outdated('s')).toEqual(operations);
  refetchChannel('space:other', context());
  expect(outdated('other')).toEqual(operations);
});
