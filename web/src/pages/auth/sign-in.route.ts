import { createRoute, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { findLanding, requireViewer } from '#web/app/routing/route-guards.ts';
import { sessionQuery, toSafePath } from '#web/features/auth/index.ts';

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
export const authCallbackRoute = createRoute({
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

export const appRoute = postLoginRoute('/app', 'sign-in');
export const smartLandingRoute = postLoginRoute('/smart-landing', 'landing');
