import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { toCalendarSearch } from '#web/features/calendar/index.ts';
import { loadFeed, loadPost, toFeedSearch } from '#web/features/feed/index.ts';
import { leaderboardQuery, toLeaderboardSearch, toPeriod } from '#web/features/leaderboard/index.ts';
import { membersPages, toInvitationSearch, toMembersSearch } from '#web/features/members/index.ts';
import { readSpace } from '#web/features/spaces/index.ts';
import { isApiError } from '#web/lib/api-client.ts';
import { readEntity } from '#web/lib/entity-cache.ts';
import { postHead, spaceHead } from './head.ts';
import { lazyPage } from './lazy-page.ts';
import { PostNotFound, SpaceLoadError, SpaceNotFound } from './page-states.tsx';
import { rootRoute } from './root-route.ts';
import { leadToProfile, requireDeveloper, requireReadableSpace, requireSpace } from './route-guards.ts';
import { SpaceLoading } from './space-loading.tsx';
import { isReservedInSpace, postPath, tabPath } from './space-paths.ts';
import { TabFailure, tabRoute } from './space-tabs.tsx';

// A space: everything below /{subdomain} (document 1, section 2, space routes).

const spaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$subdomain',
  component: lazyPage(() => import('#web/pages/space-layout.tsx'), 'SpaceLayout'),
  staticData: { page: 'space-layout' },
  beforeLoad: ({ params }) => leadToProfile(params.subdomain),
  loader: ({ context, params }) => requireSpace(context, params.subdomain),
  pendingComponent: SpaceLoading,
  notFoundComponent: SpaceNotFound,
  errorComponent: SpaceLoadError,
});

// Strangers learn here what this is; members come for the conversation.
const landingRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/',
  component: tabRoute('about'),
  staticData: { page: 'about-page', tab: 'about' },
  validateSearch: toInvitationSearch,
  loader: async ({ context, params }) => {
    const ids = await requireSpace(context, params.subdomain);
    if (!readSpace(context.queryClient, ids.space_id)?.membership) return ids;
    throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/about'),
});

const aboutRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/about',
  component: tabRoute('about'),
  staticData: { page: 'about-page', tab: 'about' },
  validateSearch: toInvitationSearch,
  loader: ({ context, params }) => requireSpace(context, params.subdomain),
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/about', 'About'),
});

const feedRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space',
  component: tabRoute('feed'),
  staticData: { page: 'feed-page', tab: 'feed' },
  // `?tab=` names a tab and `?highlight=` a post the way that links of old do; the address is rewritten.
  beforeLoad: ({ location, params: { subdomain } }) => {
    const search = new URLSearchParams(location.searchStr);
    const [tab, post] = [search.get('tab'), search.get('highlight')];
    if (tab === null && post === null) return;
    search.delete('tab');
    search.delete('highlight');
    const rest = search.size > 0 ? `?${search}` : '';
    const path = post === null ? tabPath(subdomain, tab ?? '') : postPath(subdomain, post);
    throw redirect({ href: path + rest, statusCode: 302 });
  },
  validateSearch: toFeedSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    await loadFeed(context.queryClient, ids.space_id, deps);
    return ids;
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/space'),
});

const calendarRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/calendar',
  component: tabRoute('calendar'),
  staticData: { page: 'calendar-page', tab: 'calendar' },
  validateSearch: toCalendarSearch,
  loader: async ({ context, params }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    // Which days are asked for depends on the viewer's zone, which only the browser knows.
    if (readSpace(context.queryClient, ids.space_id)?.feature_calendar_enabled) return ids;
    throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) =>
    spaceHead(match.context, loaderData?.space_id, '/space/calendar', 'Calendar'),
});

const membersRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/members',
  component: tabRoute('members'),
  staticData: { page: 'members-page', tab: 'members' },
  validateSearch: toMembersSearch,
  loader: async ({ context, params }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    await context.queryClient.ensureInfiniteQueryData(membersPages(ids.space_id));
    return ids;
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) =>
    spaceHead(match.context, loaderData?.space_id, '/space/members', 'Members'),
});

const leaderboardRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/leaderboard',
  component: tabRoute('leaderboard'),
  staticData: { page: 'leaderboard-page', tab: 'leaderboard' },
  validateSearch: toLeaderboardSearch,
  loaderDeps: ({ search }) => ({ period: toPeriod(search.period) }),
  loader: async ({ context, params, deps }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    const loaded = context.queryClient.prefetchQuery(leaderboardQuery(ids.space_id, deps.period));
    if (typeof window === 'undefined') await loaded;
    return ids;
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) =>
    spaceHead(match.context, loaderData?.space_id, '/space/leaderboard', 'Leaderboard'),
});

const postRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/post/$postSlug',
  component: lazyPage(() => import('#web/pages/post-page.tsx'), 'PostPage'),
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

// /{subdomain}/space/{tab}: a tab that is not there, or the address of a post, or else the feed (reading A1).
const tabOrPostRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/$tab',
  loader: async ({ context, params: { subdomain, tab }, location }) => {
    if (!isReservedInSpace(tab)) {
      await requireReadableSpace(context, subdomain);
      const post = await loadPost(context.queryClient, subdomain, tab).catch(() => null);
      if (post) {
        const slug = readEntity(context.queryClient, 'post', post.post_id)?.slug ?? tab;
        const href = `/${subdomain}/post/${encodeURIComponent(slug)}${location.searchStr}`;
        throw redirect({ href, statusCode: 302 });
      }
    }
    throw redirect({ href: tabPath(subdomain, tab), statusCode: 302 });
  },
});

const debugRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/debug',
  component: lazyPage(() => import('#web/pages/debug-page.tsx'), 'DebugPage'),
  staticData: { page: 'debug-page' },
  beforeLoad: ({ context }) => requireDeveloper(context),
});

export const spaceRoutes = spaceRoute.addChildren([
  landingRoute,
  aboutRoute,
  feedRoute,
  calendarRoute,
  membersRoute,
  leaderboardRoute,
  tabOrPostRoute,
  postRoute,
  debugRoute,
]);
