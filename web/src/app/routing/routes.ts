import { createRoute, redirect } from '@tanstack/react-router';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { sessionQuery, toSafePath } from '#web/features/auth/index.ts';
import { discoverPages, toDiscoverSearch } from '#web/features/discover/index.ts';
import { notificationPages } from '#web/features/notifications/index.ts';
import { pageHead } from '../head.ts';
import { lazyPage } from './lazy-page.ts';
import { redirectRoutes } from './redirect-routes.tsx';
import { rootRoute } from './root-route.ts';
import { findLanding, requireDeveloper, requireViewer } from './route-guards.ts';
import { spaceRoutes } from './space-routes.ts';

// The route table. Fixed paths win over `/$subdomain`.

const description = msg(
  'A home for your community: posts, events and members in one place, on a server you own.',
);

// The landing page, below the sign-in dialogs.
const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'landing',
  component: lazyPage(() => import('#web/pages/landing-page.tsx'), 'LandingPage'),
  staticData: { page: 'landing-page' },
  // The page also works without them.
  loader: async ({ context }) => {
    await context.queryClient.ensureInfiniteQueryData(discoverPages()).catch(() => {});
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: match.context.page.brandName,
      description: t(description),
      path: '/',
    }),
});

interface AuthSearch {
  redirect?: string;
}
// Always returns the parameter, even if invalid: an omitted one would keep its original value.
const validateSearch = (search: Record<string, unknown>): AuthSearch => ({
  redirect: toSafePath(search.redirect),
});

const authRoute = <Path extends string>(path: Path, title: Message) =>
  createRoute({
    getParentRoute: () => landingRoute,
    path,
    validateSearch,
    // The landing page renders the dialog itself, so it stays open when switching between these addresses.
    staticData: { page: 'auth/auth-dialog' },
    // Signed-in users don't need these pages.
    beforeLoad: async ({ context, search }) => {
      const session = await context.queryClient.ensureQueryData(sessionQuery);
      if (session.user) throw redirect({ href: search.redirect ?? '/app', statusCode: 302 });
    },
    head: ({ match }) => pageHead(match.context, { title: t(title), description: t(description), path }),
  });

const landingRoutes = landingRoute.addChildren([
  createRoute({ getParentRoute: () => landingRoute, path: '/' }),
  authRoute('/login', msg('Log in')),
  authRoute('/signup', msg('Sign up')),
  authRoute('/forgot-password', msg('Reset Password')),
]);

const tokenSearch = (search: Record<string, unknown>): { token?: string } => ({
  token: typeof search.token === 'string' ? search.token : undefined,
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: tokenSearch,
  component: lazyPage(() => import('#web/pages/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
  staticData: { page: 'auth/reset-password-page' },
  head: ({ match }) => pageHead(match.context, { title: t('Reset Password') }),
});

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  validateSearch: tokenSearch,
  component: lazyPage(() => import('#web/pages/auth/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  staticData: { page: 'auth/confirm-email-page' },
  head: ({ match }) => pageHead(match.context, { title: t('Confirm your email') }),
});

/** Redirects after sign-in. Rendered in the browser, because only the browser knows the last visited path. */
const postLoginRoute = <Path extends string>(path: Path, guard: 'sign-in' | 'landing') =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyPage(
      () => import('#web/pages/auth/post-login-redirect-page.tsx'),
      'PostLoginRedirectPage',
    ),
    staticData: { page: 'auth/post-login-redirect-page' },
    beforeLoad: async ({ context, location }) => {
      if (guard === 'sign-in') await requireViewer(context, location.href);
      const session = await context.queryClient.ensureQueryData(sessionQuery);
      if (!session.user) throw redirect({ to: '/', statusCode: 302 });
      const redirectTo = toSafePath(new URLSearchParams(location.searchStr).get('redirect'));
      if (redirectTo) throw redirect({ href: redirectTo, statusCode: 302 });
      if (typeof window !== 'undefined') throw redirect({ href: await findLanding(context), replace: true });
    },
    head: ({ match }) => pageHead(match.context, { title: match.context.page.brandName }),
  });

// The external service redirects here after a sign-in.
const authCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/callback',
  component: lazyPage(() => import('#web/pages/auth/auth-callback-page.tsx'), 'AuthCallbackPage'),
  staticData: { page: 'auth/auth-callback-page' },
  beforeLoad: ({ location }) => {
    const search = new URLSearchParams(location.searchStr);
    if (!search.get('code') || !search.get('state')) throw redirect({ to: '/login', statusCode: 302 });
  },
  head: ({ match }) => pageHead(match.context, { title: t('Log in') }),
});

const discoverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/discover',
  validateSearch: toDiscoverSearch,
  loaderDeps: ({ search: { q, price, sort } }) => ({ q, price, sort }),
  component: lazyPage(() => import('#web/pages/discover-page.tsx'), 'DiscoverPage'),
  staticData: { page: 'discover-page' },
  loader: async ({ context, deps }) => {
    // If the list fails to load, the page shows the error in its place.
    await context.queryClient.ensureInfiniteQueryData(discoverPages(deps)).catch(() => {});
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: t('Discover spaces'),
      description: t('Find a community to join.'),
      path: '/discover',
    }),
});

const createSpaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-space',
  component: lazyPage(() => import('#web/pages/create-space-page.tsx'), 'CreateSpacePage'),
  staticData: { page: 'create-space-page' },
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  head: ({ match }) => pageHead(match.context, { title: t('Create a space') }),
});

const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifs',
  component: lazyPage(() => import('#web/pages/notifications-page.tsx'), 'NotificationsPage'),
  staticData: { page: 'notifications-page' },
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session.user) throw redirect({ to: '/', statusCode: 302 });
  },
  loader: async ({ context }) => {
    // If the list fails to load, the page shows the error in its place.
    const loaded = context.queryClient.prefetchInfiniteQuery(notificationPages());
    if (typeof window === 'undefined') await loaded;
  },
  head: ({ match }) => pageHead(match.context, { title: t('Notifications') }),
});

const fixRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/fix',
  component: lazyPage(() => import('#web/pages/fix-page.tsx'), 'FixPage'),
  staticData: { page: 'fix-page' },
  head: ({ match }) => pageHead(match.context, { title: t('Recovery') }),
});

const debugRoute = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyPage(() => import('#web/pages/debug-page.tsx'), 'DebugPage'),
    staticData: { page: 'debug-page' },
    beforeLoad: ({ context }) => requireDeveloper(context),
    head: ({ match }) => pageHead(match.context, { title: t('Debug') }),
  });

const catchAllRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', statusCode: 302 });
  },
});

export const routeTree = rootRoute.addChildren([
  landingRoutes,
  authCallbackRoute,
  resetPasswordRoute,
  confirmEmailRoute,
  postLoginRoute('/app', 'sign-in'),
  postLoginRoute('/smart-landing', 'landing'),
  discoverRoute,
  createSpaceRoute,
  notificationsRoute,
  fixRoute,
  debugRoute('/debug'),
  debugRoute('/storage-debug'),
  spaceRoutes,
  ...redirectRoutes,
  catchAllRoute,
]);
