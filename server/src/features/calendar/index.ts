import type { Feature } from '#server/platform/feature.ts';
import { whenMembershipEnds } from '../members/index.ts';
import { eventLocator } from './calendar.access.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { freeSeats } from './rsvps/free-seats.ts';

whenMembershipEnds(freeSeats);

export const calendar: Feature = {
  name: 'calendar',
  locators: { event_id: eventLocator },
  routes: calendarRoutes,
};
