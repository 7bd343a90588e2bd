import { createContext, useContext } from 'react';
import type { CalendarEventDetail } from '#contract/calendar.ts';
import type { Day } from './calendar-days.ts';
import type { CalendarSearch } from './calendar-search.ts';

/** Whose calendar it is, and what its address says: links below lead from there. */
export interface CalendarLinks {
  subdomain: string;
  search: CalendarSearch;
}
/** What the form is open for: a new event on a day, or one that stands. */
export type Planning = { day: Day } | { event: CalendarEventDetail };

const Place = createContext<CalendarLinks | null>(null);
export const CalendarContextProvider = Place.Provider;

export function useCalendarContext(): CalendarLinks {
  const context = useContext(Place);
  if (!context) throw new Error('useCalendarPlace must be used within a calendar');
  return context;
}
