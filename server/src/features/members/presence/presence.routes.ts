import { maxOnlineShown } from '#contract/features/members/members.ts';
import { maxOnlineCount } from '#contract/values/limits.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { onlineSince } from './online-since.ts';
import { appearsOffline, listOnline, updateAppearOffline } from './presence.queries.ts';

export function presenceRoutes(route: RouteBinder, { db }: Platform): void {
  route('get_presence_settings', async ({ viewer }) => ({
    appear_offline: await appearsOffline(db, viewer.user_id),
  }));

  route('update_presence_settings', async ({ input, viewer }) => {
    await db.transaction().execute((tx) => updateAppearOffline(tx, viewer.user_id, input.appear_offline));
    return { appear_offline: input.appear_offline };
  });

  route('list_online_members', ({ scope, viewer }) =>
    listOnline(db, {
      space_id: scope.space_id,
      viewer_id: viewer?.user_id,
      since: onlineSince(),
      // People outside the space see how many are online, not who.
      limit: scope.role === null ? 0 : maxOnlineShown,
      max: maxOnlineCount,
    }),
  );
}
