import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/auth/index.ts';
import { loadPost } from '#web/features/posts/index.ts';
import { isMissing } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import type { RouterContext } from '../page-context.ts';
import { InvalidPostAddress, PostNotFound, SpaceNotFound } from '../page-states.tsx';
import { PostRedirecting } from '../space-loading.tsx';
import { loadSubdomain } from './load-subdomain.ts';
import { rootRoute } from './root-route.ts';
import { redirectFromOldProfile } from './route-guards.ts';
import { isReservedInSpace } from './space-pages.ts';
import { isPostAddress, isSubdomain, isUuid, normalizeSpacePath } from './space-paths.ts';

// Redirects of old and short addresses; the query is kept. `/@{slug}` is handled with the spaces, because it has the
// same shape.

/** A redirect from an old or short address, permanent by default. `to` can use parameters of `from` as `$name`. */
const redirectFrom = <Path extends string>(from: Path, to: string, statusCode: 302 | 308 = 308) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: from,
    beforeLoad: ({ params, location }) => {
      const values: Record<string, string> = { ...params };
      const path = to.replace(/\$(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
      throw redirect({ href: path + location.searchStr, statusCode });
    },
  });

/**
 * A part of the product that doesn't exist: signed-in users are redirected to their spaces, others to the landing
 * page.
 */
const missingPage = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: async ({ context }) => {
      const session = await context.queryClient.ensureQueryData(sessionQuery);
      throw redirect({ href: session.user ? '/app' : '/', statusCode: 302 });
    },
  });

/** Finds a post and redirects to its address in the feed, which knows how to show it. */
const postRedirect = <Path extends string>(
  path: Path,
  findSubdomain: (params: Record<string, string>, context: RouterContext) => Promise<string | null>,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    pendingMs: 0,
    pendingComponent: PostRedirecting,
    loader: async ({ params, context, location }) => {
      const values: Record<string, string> = { ...params };
      const postId = values.postId ?? '';
      const subdomain = isPostAddress(postId) ? await findSubdomain(values, context) : null;
      if (subdomain === null) throw notFound({ data: 'invalid' });
      const post = await loadPost(context.queryClient, subdomain, postId).catch((error: unknown) => {
        if (isMissing(error)) throw notFound();
        throw error;
      });
      const slug = readEntity(context.queryClient, 'post', post.post_id)?.slug ?? postId;
      const href = `/${subdomain}/space/${encodeURIComponent(slug)}${location.searchStr}`;
      throw redirect({ href, statusCode: 302 });
    },
    notFoundComponent: ({ data }) => (data === 'invalid' ? <InvalidPostAddress /> : <PostNotFound />),
  });

const orNotFound = async (subdomain: Promise<string>): Promise<string> =>
  await subdomain.catch((error: unknown) => {
    if (isMissing(error)) throw notFound();
    throw error;
  });

/**
 * /space/join/{spaceId}: redirects to the space, where visitors can join on the about page and members continue to the
 * feed.
 */
const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/space/join/$spaceId',
  loader: async ({ params: { spaceId }, context, location }) => {
    if (!isUuid(spaceId)) throw notFound();
    const subdomain = await orNotFound(loadSubdomain(context.queryClient, spaceId));
    throw redirect({ href: `/${subdomain}${location.searchStr}`, statusCode: 302 });
  },
  notFoundComponent: SpaceNotFound,
});

/** Other paths of a space: malformed addresses are corrected, the rest is redirected to the landing page. */
const otherSpacePathRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$subdomain/$',
  beforeLoad: ({ params, location }) => {
    redirectFromOldProfile(params.subdomain);
    const path = normalizeSpacePath(
      params.subdomain,
      (params._splat ?? '').split('/').filter(Boolean),
      isReservedInSpace,
    );
    throw redirect({ href: path ? path + location.searchStr : '/', statusCode: 302 });
  },
});

export const redirectRoutes = [
  redirectFrom('/sign-up', '/signup'),
  redirectFrom('/sign-in', '/login'),
  redirectFrom('/create', '/create-space'),
  redirectFrom('/search', '/discover', 302),
  redirectFrom('/profile', '/settings/profile'),
  redirectFrom('/profile/space/feed', '/settings/profile'),
  redirectFrom('/messages', '/', 302),
  redirectFrom('/messages/$', '/', 302),

  redirectFrom('/s/$subdomain', '/$subdomain'),
  redirectFrom('/space/$subdomain', '/$subdomain'),
  redirectFrom('/space/$subdomain/about', '/$subdomain/about'),
  redirectFrom('/space/$subdomain/members', '/$subdomain/space/members'),
  redirectFrom('/space/$subdomain/classroom', '/$subdomain/space/classroom'),
  redirectFrom('/space/$subdomain/calendar', '/$subdomain/space/calendar'),
  redirectFrom('/space/$subdomain/leaderboard', '/$subdomain/space/leaderboard'),
  redirectFrom('/space/$subdomain/feed', '/$subdomain/space'),
  redirectFrom('/$subdomain/members', '/$subdomain/space/members'),
  redirectFrom('/$subdomain/classroom', '/$subdomain/space/classroom'),
  redirectFrom('/$subdomain/course/$course', '/$subdomain/space/classroom/$course'),
  redirectFrom('/$subdomain/calendar', '/$subdomain/space/calendar'),
  redirectFrom('/$subdomain/leaderboard', '/$subdomain/space/leaderboard'),
  redirectFrom('/$subdomain/feed', '/$subdomain/space'),
  otherSpacePathRoute,

  redirectFrom('/app/notifications', '/notifs'),
  redirectFrom('/notifications', '/notifs'),
  redirectFrom('/notifications/$', '/notifs'),

  joinRoute,
  postRedirect('/spaces/$spaceId/posts/$postId', async ({ spaceId = '', postId = '' }, context) =>
    isUuid(spaceId) && isUuid(postId) ? await orNotFound(loadSubdomain(context.queryClient, spaceId)) : null,
  ),
  postRedirect('/space/$subdomain/posts/$postId', async ({ subdomain = '' }) =>
    isSubdomain(subdomain) ? subdomain : null,
  ),

  missingPage('/settings/$tab'),
  missingPage('/profile/$slug'),
  missingPage('/help'),
];
