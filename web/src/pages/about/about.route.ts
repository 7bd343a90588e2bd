import { createRoute, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { aboutHead } from '#web/app/head.ts';
import { requireSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { tabRoute } from '#web/app/routing/space-tab.ts';
import { TabFailure } from '#web/app/space-tabs.tsx';
import { toInvitationSearch } from '#web/features/members/index.ts';
import { readSpace, toAboutSearch } from '#web/features/spaces/index.ts';
import { aboutTab } from './about.tab.ts';

// Shows visitors the about page and redirects members to the feed.
export const spaceLandingRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/',
  component: tabRoute(aboutTab),
  staticData: { page: 'about/about-page', tab: aboutTab.name },
  validateSearch: toInvitationSearch,
  loader: async ({ context, params }) => {
    const ids = await requireSpace(context, params.subdomain);
    if (!readSpace(context.queryClient, ids.space_id)?.membership) return ids;
    throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => aboutHead(match.context, loaderData?.space_id),
});

type AboutSearch = ReturnType<typeof toInvitationSearch> & ReturnType<typeof toAboutSearch>;

export const aboutRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: aboutTab.path,
  component: tabRoute(aboutTab),
  staticData: { page: 'about/about-page', tab: aboutTab.name },
  validateSearch: (search: Record<string, unknown>): AboutSearch => ({
    ...toInvitationSearch(search),
    ...toAboutSearch(search),
  }),
  loader: ({ context, params }) => requireSpace(context, params.subdomain),
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => aboutHead(match.context, loaderData?.space_id, t('About')),
});
