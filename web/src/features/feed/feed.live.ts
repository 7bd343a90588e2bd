import { patchEntity, writeEntities } from '#web/lib/entity-cache.ts';
import { registerLiveHandler, registerTopicRefetch } from '#web/lib/live-client.ts';

registerLiveHandler('post.changed', ({ payload }, { client }) => {
  writeEntities(client, { post: [payload.post] }, { fromEvent: true });
});

registerLiveHandler('post.counts', ({ payload: { post_id, actor, ...counts } }, { client, viewerId }) => {
  const own = actor && actor.user_id === viewerId ? { has_liked: actor.has_liked } : {};
  patchEntity(client, 'post', post_id, { ...counts, ...own });
});

registerTopicRefetch('space', (id, { client }) => {
  void client.invalidateQueries({ queryKey: ['list_posts', { space_id: id }] });
});
