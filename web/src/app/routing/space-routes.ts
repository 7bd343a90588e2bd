import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { toCalendarSearch } from '#web/features/calendar/index.ts';
import { type CommentSearch, toCommentSearch } from '#web/features/comments/index.ts';
import { loadFeed, toFeedSearch } from '#web/features/feed/index.ts';
import { leaderboardQuery, toLeaderboardSearch, toPeriod } from '#web/features/leaderboard/index.ts';
import {
  type InvitationSearch,
  membersPages,
  toInvitationSearch,
  toMembersSearch,
} from '#web/features/members/index.ts';
import { findHighlight, loadPost } from '#web/features/posts/index.ts';
import { preloadSetupGuide, readSpace, toAboutSearch } from '#web/features/spaces/index.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { canOpenTab } from '#web/lib/open-tab.ts';
import { aboutHead, pageHead, postHead, spaceHead } from '../head.ts';
import type { RouterContext } from '../page-context.ts';
import { PostNotFound, SpaceLoadError, SpaceNotFound } from '../page-states.tsx';
import { SpaceLoading } from '../space-loading.tsx';
import { TabFailure, tabRoute } from '../space-tabs.tsx';
import { lazyPage } from './lazy-page.ts';
import { rootRoute } from './root-route.ts';
import {
  redirectFromOldProfile,
  requireDeveloper,
  requireReadableSpace,
  requireSpace,
} from './route-guards.ts';
import { isReservedInSpace, tabPath } from './space-paths.ts';

// A space: everything below /{subdomain}.

const spaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$subdomain',
  component: lazyPage(() => import('#web/pages/space-layout.tsx'), 'SpaceLayout'),
  staticData: { page: 'space-layout' },
  beforeLoad: ({ params }) => redirectFromOldProfile(params.subdomain),
  loader: ({ context, params }) => requireSpace(context, params.subdomain),
  // Its pages have their own titles; this one is for a space that fails to load.
  head: ({ match, loaderData }) =>
    loaderData ? {} : pageHead(match.context, { title: t('Error Loading Space') }),
  pendingComponent: SpaceLoading,
  notFoundComponent: SpaceNotFound,
  errorComponent: SpaceLoadError,
});

// Shows visitors the about page and redirects members to the feed.
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
  head: ({ match, loaderData }) => aboutHead(match.context, loaderData?.space_id),
});

type AboutSearch = InvitationSearch & ReturnType<typeof toAboutSearch>;

const aboutRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/about',
  component: tabRoute('about'),
  staticData: { page: 'about-page', tab: 'about' },
  validateSearch: (search: Record<string, unknown>): AboutSearch => ({
    ...toInvitationSearch(search),
    ...toAboutSearch(search),
  }),
  loader: ({ context, params }) => requireSpace(context, params.subdomain),
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => aboutHead(match.context, loaderData?.space_id, t('About')),
});

const feedRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space',
  component: tabRoute('feed'),
  staticData: { page: 'feed-page', tab: 'feed' },
  // `?tab=` names a tab, as in old links; the address is rewritten.
  // `?highlight=` and `?highlight_comment=` open that post or comment, highlighted.
  beforeLoad: async ({ context, location, params: { subdomain } }) => {
    const search = new URLSearchParams(location.searchStr);
    if (search.has('highlight') || search.has('highlight_comment')) {
      const { space_id } = await requireReadableSpace(context, subdomain);
      const found = await findHighlight(context.queryClient, { space_id, subdomain }, search);
      const base = `/${encodeURIComponent(subdomain)}`;
      throw redirect({ href: base + (found ?? '/space?gone=true'), statusCode: 302 });
    }
    const tab = search.get('tab');
    if (tab === null) return;
    search.delete('tab');
    const rest = search.size > 0 ? `?${search}` : '';
    throw redirect({ href: tabPath(subdomain, tab) + rest, statusCode: 302 });
  },
  validateSearch: (search: Record<string, unknown>) => ({
    ...toFeedSearch(search),
    // The link target no longer exists.
    ...(search.gone ? { gone: true } : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    await Promise.all([
      loadFeed(context.queryClient, ids.space_id, deps),
      preloadSetupGuide(readSpace(context.queryClient, ids.space_id)),
    ]);
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
    // The visible days depend on the viewer's time zone, which only the browser knows.
    const space = readSpace(context.queryClient, ids.space_id);
    if (space && canOpenTab(space, 'calendar')) return ids;
    throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) =>
    spaceHead(match.context, loaderData?.space_id, '/space/calendar', t('Calendar')),
});

const membersRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/members',
  component: tabRoute('members'),
  staticData: { page: 'members-page', tab: 'members' },
  validateSearch: toMembersSearch,
  loader: async ({ context, params }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    // If the list fails to load, the page shows the error in its place.
    const loaded = context.queryClient.prefetchInfiniteQuery(membersPages(ids.space_id));
    if (typeof window === 'undefined') await loaded;
    return ids;
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) =>
    spaceHead(match.context, loaderData?.space_id, '/space/members', t('Members')),
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
    spaceHead(match.context, loaderData?.space_id, '/space/leaderboard', t('Leaderboard')),
});

// For members of spaces where the owner has turned the map on; otherwise redirects to the feed.
const mapRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/map',
  component: tabRoute('map'),
  staticData: { page: 'map-page', tab: 'map' },
  loader: async ({ context, params }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    const space = readSpace(context.queryClient, ids.space_id);
    if (space && canOpenTab(space, 'map')) return ids;
    throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/space/map', t('Map')),
});

const postRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/post/$postSlug',
  component: lazyPage(() => import('#web/pages/post-page.tsx'), 'PostPage'),
  staticData: { page: 'post-page' },
  validateSearch: (search: Record<string, unknown>): CommentSearch & { highlight?: string } => ({
    ...toCommentSearch(search),
    ...(typeof search.highlight === 'string' ? { highlight: search.highlight } : {}),
  }),
  loaderDeps: ({ search: { comments, highlight_comment } }) => ({
    ...(comments ? { comments } : {}),
    ...(highlight_comment ? { highlight_comment } : {}),
  }),
  loader: async ({ context, params, deps }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    try {
      const post = await loadPost(context.queryClient, params.subdomain, params.postSlug, deps);
      return { ...ids, ...post };
    } catch (error) {
      if (isApiError(error) && error.status < 500) throw notFound();
      throw error;
    }
  },
  notFoundComponent: PostNotFound,
  head: ({ match, loaderData }) => postHead(match.context, loaderData),
});

// /{subdomain}/space/{tab}: an unknown tab, or the address of a post, else the feed.
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
        // A highlighted comment scrolls itself into view.
        const resetScroll = !new URLSearchParams(location.searchStr).has('highlight_comment');
        throw redirect({ href, statusCode: 302, resetScroll });
      }
    }
    throw redirect({ href: tabPath(subdomain, tab), statusCode: 302 });
  },
});

// The moderation page is for moderators; everyone else is redirected to the feed.
async function requireModerator(context: RouterContext, subdomain: string): Promise<{ space_id: string }> {
  const ids = await requireReadableSpace(context, subdomain);
  if (!readSpace(context.queryClient, ids.space_id)?.permissions.canEditSpace)
    throw redirect({ to: '/$subdomain/space', params: { subdomain }, statusCode: 302 });
  return ids;
}
const ModerationPage = lazyPage(() => import('#web/pages/moderation-page.tsx'), 'ModerationPage');

const moderationRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/moderation',
  component: ModerationPage,
  staticData: { page: 'moderation-page' },
  validateSearch: (search: Record<string, unknown>): { show?: 'resolved' } =>
    search.show === 'resolved' ? { show: 'resolved' } : {},
  loader: ({ context, params }) => requireModerator(context, params.subdomain),
  head: ({ match }) => pageHead(match.context, { title: t('Moderation') }),
});

const moderationLogRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/moderation/log',
  component: ModerationPage,
  staticData: { page: 'moderation-page' },
  loader: ({ context, params }) => requireModerator(context, params.subdomain),
  head: ({ match }) => pageHead(match.context, { title: t('Moderation log') }),
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
  mapRoute,
  tabOrPostRoute,
  postRoute,
  moderationRoute,
  moderationLogRoute,
  debugRoute,
]);
