import { createRoute, redirect } from '@tanstack/react-router';
import { spaceHead } from '#web/app/head.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { tabPath } from '#web/app/routing/space-paths.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { tabRoute } from '#web/app/routing/space-tab.ts';
import { TabFailure } from '#web/app/space-tabs.tsx';
import { loadFeed, loadLimited, toFeedSearch } from '#web/features/feed/index.ts';
import { preloadJoinPrompt, preloadWelcome } from '#web/features/members/index.ts';
import { findHighlight } from '#web/features/posts/index.ts';
import { preloadSetupGuide, readSpace } from '#web/features/spaces/index.ts';
import { feedTab } from './feed.tab.ts';

export const feedRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: feedTab.path,
  component: tabRoute(feedTab),
  staticData: { page: 'feed/feed-page', tab: feedTab.name },
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
  validateSearch: (
    search: Record<string, unknown>,
  ): ReturnType<typeof toFeedSearch> & { gone?: boolean; highlight_comment?: string } => ({
    ...toFeedSearch(search),
    // The link target no longer exists.
    ...(search.gone ? { gone: true } : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    const space = readSpace(context.queryClient, ids.space_id);
    await Promise.all([
      loadFeed(context.queryClient, ids.space_id, deps),
      loadLimited(context.queryClient, space),
      preloadSetupGuide(space),
      preloadWelcome(space),
      preloadJoinPrompt(space),
    ]);
    return ids;
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/space'),
});
