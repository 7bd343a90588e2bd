import { createRoute, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { requireViewer } from '#web/app/routing/route-guards.ts';
import { generalPreferencesQuery } from '#web/features/notifications/preferences/preferences.api.ts';

/** The settings of the viewer's account. Each tab is a child route. */
const settingsLayout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyPage(() => import('#web/pages/settings/settings-page.tsx'), 'SettingsPage'),
  staticData: { page: 'settings/settings-page' },
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
});

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsLayout,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/notifications', statusCode: 302 });
  },
});

const notificationSettingsRoute = createRoute({
  getParentRoute: () => settingsLayout,
  path: '/notifications',
  component: lazyPage(
    () => import('#web/pages/settings/notification-settings-page.tsx'),
    'NotificationSettingsPage',
  ),
  staticData: { page: 'settings/notification-settings-page' },
  loader: async ({ context }) => {
    // If the preferences fail to load, the page shows the error in their place.
    const loaded = context.queryClient.prefetchQuery(generalPreferencesQuery);
    if (typeof window === 'undefined') await loaded;
  },
  head: ({ match }) => pageHead(match.context, { title: t('Notification settings') }),
});

export const settingsRoute = settingsLayout.addChildren([settingsIndexRoute, notificationSettingsRoute]);
