import { type LiveContext, registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { refetchMap } from './map.api.ts';

/** Minimum time between refetches in milliseconds, in case many members join at once. */
export const minRefetchInterval = 2_000;

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
const lastTime = new Map<string, number>();

/** Refetches the map of a space now, or once the minimum time has passed. */
function scheduleMapRefetch(spaceId: string, { client }: LiveContext): void {
  if (waiting.has(spaceId)) return;
  const delay = Math.max(
    0,
    (lastTime.get(spaceId) ?? -minRefetchInterval) + minRefetchInterval - performance.now(),
  );
  waiting.set(
    spaceId,
    setTimeout(() => {
      waiting.delete(spaceId);
      lastTime.set(spaceId, performance.now());
      refetchMap(client, spaceId);
    }, delay),
  );
}

// Events contain no locations, because only members may see them; the server checks each request.
registerLiveHandler('map.changed', ({ payload }, context) => scheduleMapRefetch(payload.space_id, context));
registerLiveHandler('space.member_count_changed', ({ payload }, context) =>
  scheduleMapRefetch(payload.space_id, context),
);
registerLiveHandler('membership.changed', ({ payload: { space_id, role } }, { client }) => {
  // A member who left can no longer see the map.
  if (role !== null) return;
  client.removeQueries({ queryKey: ['get_space_map', { space_id }] });
  client.removeQueries({ queryKey: ['list_map_people', { space_id }] });
});
registerChannelRefetch('space', scheduleMapRefetch);
