import { createRoute, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { spaceHead } from '#web/app/head.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { tabRoute } from '#web/app/routing/space-tab.ts';
import { TabFailure } from '#web/app/space-tabs.tsx';
import { readSpace } from '#web/features/spaces/index.ts';
import { mapTab } from './map.tab.ts';

// For members of spaces where the owner has turned the map on; otherwise redirects to the feed.
export const mapRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: mapTab.path,
  component: tabRoute(mapTab),
  staticData: { page: 'map/map-page', tab: mapTab.name },
  loader: async ({ context, params }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    const space = readSpace(context.queryClient, ids.space_id);
    if (space && mapTab.canOpen(space)) return ids;
    throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) => spaceHead(match.context, loaderData?.space_id, '/space/map', t('Map')),
});
