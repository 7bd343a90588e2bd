import type { Feature } from '#server/platform/feature.ts';
import { eventLocator } from './calendar.access.ts';
import { calendarRoutes } from './calendar.routes.ts';

export const calendar: Feature = {
  name: 'calendar',
  locators: { event_id: eventLocator },
  routes: calendarRoutes,
};
