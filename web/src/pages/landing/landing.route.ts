import { createRoute, redirect } from '@tanstack/react-router';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { sessionQuery, toSafePath, toSubdomain } from '#web/features/auth/index.ts';
import { discoverPages } from '#web/features/discover/index.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';

const description = msg(
  'A home for your community: posts, events and members in one place, on a server you own.',
);

// The landing page, below the sign-in dialogs.
const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'landing',
  component: lazyPage(() => import('#web/pages/landing/landing-page.tsx'), 'LandingPage'),
  staticData: { page: 'landing/landing-page' },
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
    loaderDeps: ({ search }) => ({ subdomain: toSubdomain(search.redirect) }),
    // The dialog names the space, if there is one.
    loader: async ({ context, deps: { subdomain } }) => {
      if (subdomain) await context.queryClient.ensureQueryData(spaceQuery(subdomain)).catch(() => {});
    },
    head: ({ match }) => pageHead(match.context, { title: t(title), description: t(description), path }),
  });

export const landingRoutes = landingRoute.addChildren([
  createRoute({ getParentRoute: () => landingRoute, path: '/' }),
  authRoute('/login', msg('Log in')),
  authRoute('/signup', msg('Sign up')),
  authRoute('/forgot-password', msg('Reset Password')),
]);
