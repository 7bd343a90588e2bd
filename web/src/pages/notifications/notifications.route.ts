import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { requireViewer } from '#web/app/routing/route-guards.ts';
import { isUuid } from '#web/app/routing/space-paths.ts';
import {
  type NotificationSearch,
  notificationPages,
  toNotificationFilter,
  unreadQuery,
  unreadSpacesQuery,
} from '#web/features/notifications/index.ts';
import { userSpacesQuery } from '#web/features/spaces/index.ts';

/** Names what it drops: the router keeps parameters that are missing here. */
function toNotificationSearch({ show, space }: Record<string, unknown>): NotificationSearch {
  if (show === 'snoozed') return { show, space: undefined };
  return { show: undefined, space: typeof space === 'string' && isUuid(space) ? space : undefined };
}

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifs',
  validateSearch: toNotificationSearch,
  loaderDeps: ({ search }) => ({ filter: toNotificationFilter(search) }),
  component: lazyPage(() => import('#web/pages/notifications/notifications-page.tsx'), 'NotificationsPage'),
  staticData: { page: 'notifications/notifications-page' },
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  loader: async ({ context, deps }) => {
    // If the list fails to load, the page shows the error in its place.
    const { queryClient } = context;
    const { filter } = deps;
    const loadList = async () => {
      await queryClient.prefetchInfiniteQuery(notificationPages(filter));
      const { pages = [] } = queryClient.getQueryData(notificationPages(filter).queryKey) ?? {};
      // An empty list says whether anything is snoozed.
      if (pages[0]?.rows.length === 0 && !filter.state)
        await queryClient.prefetchInfiniteQuery(notificationPages({ ...filter, state: 'snoozed' }));
    };
    const loaded = Promise.all([
      loadList(),
      queryClient.prefetchQuery(userSpacesQuery),
      queryClient.prefetchQuery(unreadQuery()),
      queryClient.prefetchQuery(unreadSpacesQuery),
    ]);
    if (typeof window === 'undefined') await loaded;
  },
  head: ({ match }) => pageHead(match.context, { title: t('Notifications') }),
});
