import { patchEntity, readEntity } from '#web/lib/entity-cache.ts';
import { type LiveContext, registerLiveHandler, registerTopicRefetch } from '#web/lib/live-client.ts';
import { spaceQuery, userSpacesQuery } from './spaces.api.ts';

function fetchSpaceAnew(spaceId: string, { client }: LiveContext): void {
  const space = readEntity(client, 'space', spaceId);
  if (space) void client.invalidateQueries(spaceQuery(space.subdomain));
}

registerLiveHandler('space.changed', ({ payload }, context) => {
  patchEntity(context.client, 'space', payload.space.id, payload.space);
  // About text, rules and the like are not in the event.
  fetchSpaceAnew(payload.space.id, context);
});

registerLiveHandler('space.members', ({ payload }, { client }) => {
  patchEntity(client, 'space', payload.space_id, { member_count: payload.member_count });
  void client.invalidateQueries({ queryKey: ['list_members', { space_id: payload.space_id }] });
});

// What the viewer may do has changed: the server says anew.
registerLiveHandler('membership.changed', ({ payload }, context) => {
  fetchSpaceAnew(payload.space_id, context);
  void context.client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
});

registerTopicRefetch('space', fetchSpaceAnew);
registerTopicRefetch('user', (_id, { client }) => {
  void client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
  void client.invalidateQueries({ queryKey: ['get_space'] });
});
