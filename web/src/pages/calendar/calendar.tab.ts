import { msg } from '#contract/i18n/translate.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { defineSpaceTab } from '#web/app/routing/space-tab.ts';
import { PanelSkeleton } from '#web/ui/page/page-skeletons.tsx';

export const calendarTab = defineSpaceTab({
  name: 'calendar',
  path: '/space/calendar',
  label: msg('Calendar'),
  position: 20,
  canOpen: (space) => space.can_read && space.feature_calendar_enabled,
  page: lazyPage(() => import('./calendar-page.tsx'), 'CalendarPage'),
  skeleton: PanelSkeleton,
});
