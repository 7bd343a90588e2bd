import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { refetchVideosOf } from './videos.api.ts';

registerLiveHandler('course.tree_changed', ({ payload: { page_ids } }, { client }) => {
  for (const id of page_ids) refetchVideosOf(client, id);
});
registerChannelRefetch('space', (_spaceId, { client }) => refetchVideosOf(client));
