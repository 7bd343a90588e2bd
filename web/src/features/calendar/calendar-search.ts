/** What the address of a calendar says besides the space. */
export interface CalendarSearch {
  view?: CalendarView;
  /** The day that is looked at, `2026-11-21`; today when it is left out. */
  date?: string;
  /** The event that is open above the calendar. */
  event?: string;
}
export const calendarViews = ['month', 'week', 'agenda'] as const;
export type CalendarView = (typeof calendarViews)[number];

const isView = (value: unknown): value is CalendarView => calendarViews.some((view) => view === value);
const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^20\d\d-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value);

/** Reads view, day and open event from an address; what it does not know it leaves out. */
export function toCalendarSearch({ view, date, event }: Record<string, unknown>): CalendarSearch {
  return {
    ...(isView(view) && { view }),
    ...(isDay(date) && { date }),
    ...(isId(event) && { event }),
  };
}
