import type { QueryClient } from '@tanstack/react-query';
import { registerLiveHandler, registerTopicRefetch } from '#web/lib/live-client.ts';
import { createPacer } from './throttle.ts';

const operations = ['get_leaderboard', 'list_leaderboard', 'get_space_levels'];

function refetchDraft(client: QueryClient, spaceId: string): void {
  for (const operation of operations) {
    void client.invalidateQueries({ queryKey: [operation, { space_id: spaceId }] });
  }
}

// Points move with every like: what is on screen follows soon, but not at every single one.
const pace = createPacer();
registerLiveHandler('space.points', ({ payload: { space_id } }, { client }) => {
  pace(space_id, () => refetchDraft(client, space_id));
});

registerLiveHandler('space.member_count_changed', ({ payload: { space_id } }, { client }) => {
  pace(space_id, () => refetchDraft(client, space_id));
});

registerLiveHandler('space.levels', ({ payload: { space_id } }, { client }) =>
  refetchDraft(client, space_id),
);

registerLiveHandler('member.badges', (_event, { client }) => {
  void client.invalidateQueries({ queryKey: ['get_leaderboard'] });
});

registerTopicRefetch('space', (id, { client }) => refetchDraft(client, id));
