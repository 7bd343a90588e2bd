import { t } from '#contract/i18n/translate.ts';
import { badgeName } from '#contract/values/badge-names.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { toMemberLevel } from './member-level.ts';
import { memberLevelEntity } from './points.entity.ts';

registerLiveHandler('member.level_changed', (event, { client }) => {
  writeEntities(client, memberLevelEntity, [toMemberLevel(event)]);
  const { space_id, user_id } = event.payload;
  void client.invalidateQueries({ queryKey: ['get_member_card', { space_id, user_id }] });
});

// The event arrives on the user's channel and on every open space channel; the toast is shown once.
const shownBadges = new Set<string>();
registerLiveHandler('member.badges_awarded', ({ payload: { user_id, badges } }, { client, viewerId }) => {
  for (const badge of user_id === viewerId ? badges : []) {
    if (shownBadges.has(badge.code)) continue;
    shownBadges.add(badge.code);
    toast({ title: t('You earned a badge: {name}', { name: badgeName(badge) }) });
  }
  void client.invalidateQueries({
    predicate: ({ queryKey: [operation, input] }) =>
      operation === 'get_member_card' && (input as { user_id?: string }).user_id === user_id,
  });
});

registerChannelRefetch('space', (space_id, { client }) => {
  void client.invalidateQueries({ queryKey: ['get_member_card', { space_id }] });
});
