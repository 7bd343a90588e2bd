import { createRoute } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { spaceHead } from '#web/app/head.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { tabRoute } from '#web/app/routing/space-tab.ts';
import { TabFailure } from '#web/app/space-tabs.tsx';
import { leaderboardQuery, toLeaderboardSearch, toPeriod } from '#web/features/leaderboard/index.ts';
import { leaderboardTab } from './leaderboard.tab.ts';

export const leaderboardRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: leaderboardTab.path,
  component: tabRoute(leaderboardTab),
  staticData: { page: 'leaderboard/leaderboard-page', tab: leaderboardTab.name },
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
