import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  createSubscription,
  deleteSubscription,
  findSubscriptionLink,
  resetSubscription,
} from './subscription-link.ts';

/** The link with which a calendar app subscribes to the viewer's events. */
export function subscriptionRoutes(route: RouteBinder, platform: Platform): void {
  route('get_calendar_feed', async ({ viewer }) => ({ feed: await findSubscriptionLink(platform, viewer) }));
  route('create_calendar_feed', async ({ viewer }) => ({ feed: await createSubscription(platform, viewer) }));
  route('reset_calendar_feed', async ({ viewer }) => ({ feed: await resetSubscription(platform, viewer) }));
  route('delete_calendar_feed', async ({ viewer }) => {
    await deleteSubscription(platform, viewer);
    return {};
  });
}
