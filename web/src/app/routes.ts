import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery, toSafePath } from '#web/features/auth/index.ts';
import { loadFeed, loadPost, toFeedSearch } from '#web/features/feed/index.ts';
import { membersPages } from '#web/features/members/index.ts';
import { discoverPages, readSpace, userSpacesQuery } from '#web/features/spaces/index.ts';
import { isApiError } from '#web/lib/api-client.ts';
import { readEntity } from '#web/lib/entity-cache.ts';
import { pageHead, postHead, spaceHead } from './head.ts';
import type { RouterContext } from './page-context.ts';
import { PageDocument } from './page-document.tsx';
import { PostNotFound, SpaceNotFound } from './page-states.tsx';
import { requireReadableSpace, requireSpace, requireViewer } from './route-guards.ts';

// The route table of document 1, section 2, as readings A1 to A18 settle it. Fixed paths win over `/$subdomain`.

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: PageDocument,
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(sessionQuery);
  },
});

const description =
  'A home for your community: posts, comments and people in one calm place, live, on a server you own.';

// The landing page, over which the sign-in windows open.
const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'landing',
  component: lazyRouteComponent(() => import('#web/pages/landing-page.tsx'), 'LandingPage'),
  staticData: { page: 'landing-page' },
  loader: async ({ context }) => {
    await context.queryClient.ensureInfiniteQueryData(discoverPages(''));
  },
  head: ({ match }) =>
    pageHead(match.context, { title: match.context.page.brandName, description, path: '/' }),
});

interface AuthSearch {
  redirect?: string;
}
// Each of these names its parameter even when it is refused: one that is left out would stay as it was given.
const validateSearch = (search: Record<string, unknown>): AuthSearch => ({
  redirect: toSafePath(search.redirect),
});

const authRoute = <Path extends string>(path: Path, title: string) =>
  createRoute({
    getParentRoute: () => landingRoute,
    path,
    validateSearch,
    // The landing page shows the window itself: it stays open from one of these addresses to the next.
    staticData: { page: 'auth-window' },
    // Someone who is signed in has no use for these.
    beforeLoad: async ({ context, search }) => {
      const session = await context.queryClient.ensureQueryData(sessionQuery);
      if (session.user) throw redirect({ href: search.redirect ?? '/app', statusCode: 302 });
    },
    head: ({ match }) => pageHead(match.context, { title, description, path }),
  });

const landingRoutes = landingRoute.addChildren([
  createRoute({ getParentRoute: () => landingRoute, path: '/' }),
  authRoute('/login', 'Log in'),
  authRoute('/signup', 'Sign up'),
  authRoute('/forgot-password', 'Reset Password'),
]);

const tokenSearch = (search: Record<string, unknown>): { token?: string } => ({
  token: typeof search.token === 'string' ? search.token : undefined,
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('#web/pages/reset-password-page.tsx'), 'ResetPasswordPage'),
  staticData: { page: 'reset-password-page' },
  head: ({ match }) => pageHead(match.context, { title: 'Reset Password' }),
});

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('#web/pages/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  staticData: { page: 'confirm-email-page' },
  head: ({ match }) => pageHead(match.context, { title: 'Confirm your email' }),
});

// Where sign-in leads: the person's own space, else /discover. Their last space is known to their browser only.
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: async ({ context, location }) => {
    await requireViewer(context, location.href);
    const { space_ids } = await context.queryClient.ensureQueryData(userSpacesQuery);
    const first = space_ids[0] ? readEntity(context.queryClient, 'space', space_ids[0]) : undefined;
    if (!first) throw redirect({ to: '/discover', statusCode: 302 });
    throw redirect({
      to: '/$subdomain/space',
      params: { subdomain: first.subdomain },
      statusCode: 302,
    });
  },
});

const discoverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/discover',
  validateSearch: (search: Record<string, unknown>): { q?: string } => {
    // What cannot be searched for is left out, rather than answered with an error.
    const q = String(search.q ?? '')
      .slice(0, 100)
      .toWellFormed()
      .replaceAll('\0', '');
    return { q: q === '' ? undefined : q };
  },
  loaderDeps: ({ search }) => ({ q: search.q ?? '' }),
  component: lazyRouteComponent(() => import('#web/pages/discover-page.tsx'), 'DiscoverPage'),
  staticData: { page: 'discover-page' },
  loader: async ({ context, deps }) => {
    await context.queryClient.ensureInfiniteQueryData(discoverPages(deps.q));
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Discover spaces',
      description: 'Communities that are open to you.',
      path: '/discover',
    }),
});

const createSpaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-space',
  component: lazyRouteComponent(() => import('#web/pages/create-space-page.tsx'), 'CreateSpacePage'),
  staticData: { page: 'create-space-page' },
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  head: ({ match }) => pageHead(match.context, { title: 'Create a space' }),
});

// A space: everything below /{subdomain}.
const spaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$subdomain',
  component: lazyRouteComponent(() => import('#web/pages/space-layout.tsx'), 'SpaceLayout'),
  staticData: { page: 'space-layout' },
  loader: ({ context, params }) => requireSpace(context, params.subdomain),
  notFoundComponent: SpaceNotFound,
});

const spaceLandingRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/',
  component: lazyRouteComponent(() => import('#web/pages/about-page.tsx'), 'AboutPage'),
  staticData: { page: 'about-page' },
  // Members come for the conversation, strangers to learn what this is.
  loader: async ({ context, params }) => {
    const ids = await requireSpace(context, params.subdomain);
    if (!readSpace(context.queryClient, ids.space_id)?.membership) return ids;
    throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
  },
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/about'),
});

const aboutRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/about',
  component: lazyRouteComponent(() => import('#web/pages/about-page.tsx'), 'AboutPage'),
  staticData: { page: 'about-page' },
  loader: ({ context, params }) => requireSpace(context, params.subdomain),
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/about', 'About'),
});

const feedRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space',
  component: lazyRouteComponent(() => import('#web/pages/feed-page.tsx'), 'FeedPage'),
  staticData: { page: 'feed-page' },
  validateSearch: toFeedSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    await loadFeed(context.queryClient, ids.space_id, deps);
    return ids;
  },
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/space'),
});

const membersRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/members',
  component: lazyRouteComponent(() => import('#web/pages/members-page.tsx'), 'MembersPage'),
  staticData: { page: 'members-page' },
  loader: async ({ context, params }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    await context.queryClient.ensureInfiniteQueryData(membersPages(ids.space_id));
    return ids;
  },
  head: ({ match, loaderData }) =>
    spaceHead(match.context, loaderData?.space_id, '/space/members', 'Members'),
});

const postRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/post/$postSlug',
  component: lazyRouteComponent(() => import('#web/pages/post-page.tsx'), 'PostPage'),
  staticData: { page: 'post-page' },
  validateSearch: (search: Record<string, unknown>): { highlight_comment?: string } =>
    typeof search.highlight_comment === 'string' ? { highlight_comment: search.highlight_comment } : {},
  loader: async ({ context, params }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    try {
      const post = await loadPost(context.queryClient, params.subdomain, params.postSlug);
      return { ...ids, ...post };
    } catch (error) {
      if (isApiError(error) && error.status < 500) throw notFound();
      throw error;
    }
  },
  notFoundComponent: PostNotFound,
  head: ({ match, loaderData }) => postHead(match.context, loaderData),
});

// /{subdomain}/space/{tab}: an unknown tab is the address of a post, or else the feed (reading A1).
const tabRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/$tab',
  loader: async ({ context, params: { subdomain, tab } }) => {
    if (tab === 'about') throw redirect({ to: '/$subdomain/about', params: { subdomain }, statusCode: 302 });
    if (tab !== 'feed') {
      await requireReadableSpace(context, subdomain);
      const post = await loadPost(context.queryClient, subdomain, tab).catch(() => null);
      if (post) {
        const slug = readEntity(context.queryClient, 'post', post.post_id)?.slug ?? tab;
        throw redirect({
          to: '/$subdomain/post/$postSlug',
          params: { subdomain, postSlug: slug },
          statusCode: 302,
        });
      }
    }
    throw redirect({ to: '/$subdomain/space', params: { subdomain }, statusCode: 302 });
  },
});

const spaceRoutes = spaceRoute.addChildren([
  spaceLandingRoute,
  aboutRoute,
  feedRoute,
  membersRoute,
  postRoute,
  tabRoute,
]);

/** An old or short form of an address, sent on for good. `from` may hold parameters that `to` uses by `$name`. */
const moved = <Path extends string>(from: Path, to: string) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: from,
    beforeLoad: ({ params }) => {
      const values: Record<string, string> = { ...params };
      const href = to.replace(/\$(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
      throw redirect({ href, statusCode: 308 });
    },
  });

const movedRoutes = [
  moved('/create', '/create-space'),
  moved('/s/$subdomain', '/$subdomain'),
  moved('/space/$subdomain', '/$subdomain'),
  moved('/space/$subdomain/about', '/$subdomain/about'),
  moved('/space/$subdomain/members', '/$subdomain/space/members'),
  moved('/space/$subdomain/posts/$postId', '/$subdomain/post/$postId'),
  moved('/$subdomain/members', '/$subdomain/space/members'),
  moved('/$subdomain/feed', '/$subdomain/space'),
];

const elsewhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', statusCode: 302 });
  },
});

export const routeTree = rootRoute.addChildren([
  landingRoutes,
  resetPasswordRoute,
  confirmEmailRoute,
  appRoute,
  discoverRoute,
  createSpaceRoute,
  spaceRoutes,
  ...movedRoutes,
  elsewhereRoute,
]);
