import { createRoute, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { spaceHead } from '#web/app/head.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { TabFailure, tabRoute } from '#web/app/space-tabs.tsx';
import { toCalendarSearch } from '#web/features/calendar/index.ts';
import { readSpace } from '#web/features/spaces/index.ts';
import { canOpenTab } from '#web/lib/open-tab.ts';

export const calendarRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/space/calendar',
  component: tabRoute('calendar'),
  staticData: { page: 'calendar/calendar-page', tab: 'calendar' },
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
