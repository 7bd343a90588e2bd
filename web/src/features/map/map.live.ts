import { type LiveContext, registerLiveHandler, registerTopicRefetch } from '#web/lib/live-client.ts';
import { refetchMap } from './map.api.ts';

/** A space where many join at once asks anew at most this often, in milliseconds. */
export const refetchPause = 2_000;

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
const lastTime = new Map<string, number>();

/** Asks for a space's map anew: now, or once the pause since the last time is over. */
function scheduleMapRefetch(spaceId: string, { client }: LiveContext): void {
  if (waiting.has(spaceId)) return;
  const pause = Math.max(0, (lastTime.get(spaceId) ?? -refetchPause) + refetchPause - performance.now());
  waiting.set(
    spaceId,
    setTimeout(() => {
      waiting.delete(spaceId);
      lastTime.set(spaceId, performance.now());
      refetchMap(client, spaceId);
    }, pause),
  );
}

// Who is where only the server may say, to members: events of a space say no more than that it changed.
registerLiveHandler('map.changed', ({ payload }, context) => scheduleMapRefetch(payload.space_id, context));
registerLiveHandler('space.member_count_changed', ({ payload }, context) =>
  scheduleMapRefetch(payload.space_id, context),
);
registerLiveHandler('membership.changed', ({ payload: { space_id, role } }, { client }) => {
  // Whoever left sees nobody any more.
  if (role !== null) return;
  client.removeQueries({ queryKey: ['get_space_map', { space_id }] });
  client.removeQueries({ queryKey: ['list_map_people', { space_id }] });
});
registerTopicRefetch('space', scheduleMapRefetch);
