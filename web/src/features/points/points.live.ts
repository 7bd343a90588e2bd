import { writeEntities } from '#web/lib/entity-cache.ts';
import { registerLiveHandler } from '#web/lib/live-client.ts';
import { toStandingId } from './standing.ts';

registerLiveHandler('member.level', ({ payload }, { client }) => {
  const { space_id, user_id, level, level_version } = payload;
  writeEntities(client, {
    standing: [{ id: toStandingId(space_id, user_id), level, version: level_version }],
  });
  void client.invalidateQueries({ queryKey: ['get_member_card', { space_id, user_id }] });
});

registerLiveHandler('member.badges', ({ payload: { user_id } }, { client }) => {
  void client.invalidateQueries({
    predicate: ({ queryKey: [operation, input] }) =>
      operation === 'get_member_card' && (input as { user_id?: string }).user_id === user_id,
  });
});
