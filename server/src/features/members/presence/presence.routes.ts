import { maxOnlineCount, maxOnlineShown } from '#contract/features/members/members.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listOnline } from './presence.queries.ts';

/** How long after their last activity members count as online, in milliseconds. */
const onlineFor = 5 * 60_000;

export function presenceRoutes(route: RouteBinder, { db }: Platform): void {
  route('list_online_members', ({ scope }) =>
    listOnline(db, {
      space_id: scope.space_id,
      since: new Date(nowMs() - onlineFor).toISOString(),
      limit: maxOnlineShown,
      max: maxOnlineCount,
    }),
  );
}
