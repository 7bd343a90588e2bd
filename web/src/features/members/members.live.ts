import { t } from '#contract/i18n/translate.ts';
import { joinDecisionCopy } from '#contract/values/join-decision-copy.ts';
import { readSpace, spaceQuery } from '#web/features/spaces/index.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { isLocalChange } from './local-changes.ts';
import { toRoleToast } from './roles/role-toast.ts';

// A permission gained or lost takes effect right away: the space is refetched and a toast says so.
registerLiveHandler('membership.changed', ({ payload }, { client }) => {
  const { space_id, role } = payload;
  // Drop the details of other members that only admins may see.
  void client.invalidateQueries({ queryKey: ['list_members', { space_id }] });
  for (const key of ['list_join_requests', 'list_bans']) {
    client.removeQueries({ queryKey: [key, { space_id }], type: 'inactive' });
  }
  const space = readSpace(client, space_id);
  if (!space || isLocalChange(space_id, role)) return;
  const notification = toRoleToast(space.membership?.role ?? null, role, space.name);
  if (notification) toast({ title: notification });
});

// Notifies a viewer who has the space's page open that their request was declined; `membership.changed` reports an
// approval.
registerLiveHandler('notification.changed', ({ payload: { notification } }, { client }) => {
  const { space_id } = notification;
  if (notification.type !== 'membership' || notification.read || space_id === null) return;
  if (notification.params.outcome !== 'declined') return;
  if (readSpace(client, space_id)?.join_requested !== true) return;
  patchEntity(client, 'space', space_id, { join_requested: false });
  const { title, detail } = joinDecisionCopy.declined;
  toast({ title: t(title), description: t(detail) });
});

registerLiveHandler('space.join_requests_changed', ({ payload: { space_id } }, { client }) => {
  void client.invalidateQueries({ queryKey: ['list_join_requests', { space_id }] });
  const space = readSpace(client, space_id);
  // Only non-members need this: whether their request is still pending.
  if (space && !space.membership) void client.invalidateQueries(spaceQuery(space.subdomain));
});

registerChannelRefetch('space', (space_id, { client }) => {
  void client.invalidateQueries({ queryKey: ['list_members', { space_id }] });
});
registerChannelRefetch('user', (_id, { client }) => {
  void client.invalidateQueries({ queryKey: ['list_join_requests'] });
});
