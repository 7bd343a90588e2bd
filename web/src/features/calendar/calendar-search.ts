/** The search parameters of a calendar's address. */
export interface CalendarSearch {
  view?: CalendarView;
  /** The day on screen, `2026-11-21`; today if omitted. */
  date?: string;
  /** The event that is open in a dialog. */
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

/** Parses view, day and open event from an address; drops invalid values. */
export function toCalendarSearch({ view, date, event }: Record<string, unknown>): CalendarSearch {
  return {
    ...(isView(view) && { view }),
    ...(isDay(date) && { date }),
    ...(isId(event) && { event }),
  };
}
