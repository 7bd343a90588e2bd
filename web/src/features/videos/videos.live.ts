import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { refetchVideo, refetchVideosOf } from './videos.api.ts';

registerLiveHandler('course.tree_changed', ({ payload: { page_ids } }, { client }) => {
  for (const id of page_ids) refetchVideosOf(client, id);
});
registerLiveHandler('video.encoded', ({ payload: { page_ids, upload_id } }, { client }) => {
  for (const id of page_ids) refetchVideo(client, id, upload_id);
});
registerChannelRefetch('space', (_spaceId, { client }) => refetchVideosOf(client));
