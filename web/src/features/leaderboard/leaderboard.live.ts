import type { QueryClient } from '@tanstack/react-query';
import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { createThrottle } from './throttle.ts';

const operations = ['get_leaderboard', 'list_leaderboard', 'get_space_levels'];

function refetchLeaderboard(client: QueryClient, spaceId: string): void {
  for (const operation of operations) {
    void client.invalidateQueries({ queryKey: [operation, { space_id: spaceId }] });
  }
}

// Points change with every like, so refetches are throttled.
const throttle = createThrottle();
registerLiveHandler('space.points_changed', ({ payload: { space_id } }, { client }) => {
  throttle(space_id, () => refetchLeaderboard(client, space_id));
});

registerLiveHandler('space.member_count_changed', ({ payload: { space_id } }, { client }) => {
  throttle(space_id, () => refetchLeaderboard(client, space_id));
});

registerLiveHandler('space.levels_changed', ({ payload: { space_id } }, { client }) =>
  refetchLeaderboard(client, space_id),
);

registerChannelRefetch('space', (id, { client }) => refetchLeaderboard(client, id));
