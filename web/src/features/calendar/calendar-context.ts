import { createContext, useContext } from 'react';
import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { CalendarSearch } from './calendar-search.ts';
import type { Day } from './views/calendar-days.ts';

/** The calendar's space and the search parameters of its address; links below build on them. */
export interface CalendarLinks {
  subdomain: string;
  search: CalendarSearch;
}
/** What the form is open for: a new event on a day, or an existing event. */
export type Planning = { day: Day } | { event: CalendarEventDetail };

const Context = createContext<CalendarLinks | null>(null);
export const CalendarContextProvider = Context.Provider;

export function useCalendarContext(): CalendarLinks {
  const context = useContext(Context);
  if (!context) throw new Error('useCalendarContext must be used within a calendar');
  return context;
}
