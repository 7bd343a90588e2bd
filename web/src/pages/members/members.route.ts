import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { spaceHead } from '#web/app/head.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { tabRoute } from '#web/app/routing/space-tab.ts';
import { TabFailure } from '#web/app/space-tabs.tsx';
import { membersPages, toMembersSearch } from '#web/features/members/index.ts';
import { membersTab } from './members.tab.ts';

export const membersRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: membersTab.path,
  component: tabRoute(membersTab),
  staticData: { page: 'members/members-page', tab: membersTab.name },
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
