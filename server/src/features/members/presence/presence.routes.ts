import { maxOnlineCount, maxOnlineShown } from '#contract/values/limits.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';
import { appearsOffline, listOnline, updateAppearOffline } from './presence.queries.ts';

export function presenceRoutes(route: RouteBinder, { db, onlineUsers }: Platform): void {
  route('get_presence_settings', async ({ viewer }) => ({
    appear_offline: await appearsOffline(db, viewer.user_id),
  }));

  route('update_presence_settings', async ({ input, viewer }) => {
    const { appear_offline } = input;
    await db.transaction().execute(async (tx) => {
      await updateAppearOffline(tx, viewer.user_id, appear_offline);
      await publish(tx, userChannel(viewer.user_id), 'presence.changed', { appear_offline });
    });
    return { appear_offline };
  });

  route('list_online_members', ({ scope, viewer }) =>
    listOnline(db, {
      space_id: scope.space_id,
      viewer_id: viewer?.user_id,
      user_ids: onlineUsers.listOnline(scope.space_id, maxOnlineCount),
      // People outside the space see how many are online, not who.
      limit: scope.role === null ? 0 : maxOnlineShown,
    }),
  );
}
