import { createRoute, redirect } from '@tanstack/react-router';
import { confirmEmailRoute, resetPasswordRoute } from '#web/pages/auth/email-links.route.ts';
import { appRoute, authCallbackRoute, smartLandingRoute } from '#web/pages/auth/sign-in.route.ts';
import { certificateRoute } from '#web/pages/certificate/certificate.route.ts';
import { chatRoute } from '#web/pages/chat/chat.route.ts';
import { createSpaceRoute } from '#web/pages/create-space/create-space.route.ts';
import { debugRoute, storageDebugRoute } from '#web/pages/debug/debug.route.ts';
import { discoverRoute } from '#web/pages/discover/discover.route.ts';
import { fixRoute } from '#web/pages/fix/fix.route.ts';
import { landingRoutes } from '#web/pages/landing/landing.route.ts';
import { notificationsRoute } from '#web/pages/notifications/notifications.route.ts';
import { settingsRoute } from '#web/pages/settings/settings.route.ts';
import { redirectRoutes } from './redirect-routes.tsx';
import { rootRoute } from './root-route.ts';
import { spacePages } from './space-pages.ts';
import { spaceRoute } from './space-route.ts';
import { tabOrPostRoute } from './tab-or-post-route.ts';

const catchAllRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', statusCode: 302 });
  },
});

/** All addresses: those of the pages, declared in `pages/`, and redirects. Fixed paths win over `/$subdomain`. */
export const routeTree = rootRoute.addChildren([
  landingRoutes,
  authCallbackRoute,
  resetPasswordRoute,
  confirmEmailRoute,
  appRoute,
  smartLandingRoute,
  discoverRoute,
  certificateRoute,
  createSpaceRoute,
  notificationsRoute,
  chatRoute,
  settingsRoute,
  fixRoute,
  debugRoute,
  storageDebugRoute,
  spaceRoute.addChildren([...spacePages, tabOrPostRoute]),
  ...redirectRoutes,
  catchAllRoute,
]);
