import { createRoute, redirect } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { spaceHead } from '#web/app/head.ts';
import { requireReadableSpace } from '#web/app/routing/route-guards.ts';
import { spaceRoute } from '#web/app/routing/space-route.ts';
import { tabRoute } from '#web/app/routing/space-tab.ts';
import { TabFailure } from '#web/app/space-tabs.tsx';
import { eventQuery, toCalendarSearch } from '#web/features/calendar/index.ts';
import { readSpace } from '#web/features/spaces/index.ts';
import { calendarTab } from './calendar.tab.ts';

export const calendarRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: calendarTab.path,
  component: tabRoute(calendarTab),
  staticData: { page: 'calendar/calendar-page', tab: calendarTab.name },
  validateSearch: toCalendarSearch,
  loader: async ({ context, params, location }) => {
    const ids = await requireReadableSpace(context, params.subdomain);
    // The visible days depend on the viewer's time zone, which only the browser knows.
    const space = readSpace(context.queryClient, ids.space_id);
    if (!space || !calendarTab.canOpen(space))
      throw redirect({ to: '/$subdomain/space', params, statusCode: 302 });
    // The event that an address opens is part of its first page, so that the dialog doesn't grow. Later, the dialog loads it.
    const { event } = toCalendarSearch(location.search);
    if (event && typeof window === 'undefined') await context.queryClient.prefetchQuery(eventQuery(event));
    return ids;
  },
  errorComponent: TabFailure,
  head: ({ match, loaderData }) =>
    spaceHead(match.context, loaderData?.space_id, '/space/calendar', t('Calendar')),
});
