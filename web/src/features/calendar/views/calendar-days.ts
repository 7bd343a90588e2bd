import { firstDayOfWeek } from '#contract/i18n/calendar.ts';

/** A calendar date without a time zone: `2026-11-21`. */
export type Day = string;
/** A time span between two instants, as ISO strings. */
export interface Span {
  from: string;
  to: string;
}

/** The last day an event can be on. Years have four digits. */
export const lastDay: Day = '2099-12-31';
/** Whether a date field holds a valid day: it can be empty or have a six-digit year. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
const dayMs = 86_400_000;
const toUtc = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const fromUtc = (time: number): Day => new Date(time).toISOString().slice(0, 10);
const two = (value: number) => String(value).padStart(2, '0');

export const addDays = (day: Day, days: number): Day => fromUtc(toUtc(day) + days * dayMs);
export const daysBetween = (from: Day, to: Day): number => Math.round((toUtc(to) - toUtc(from)) / dayMs);

/** The same day of another month, or that month's last day if the month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return fromUtc(first.getTime() + (Math.min(date, last) - 1) * dayMs);
}

/** The day of the week: 1 is Monday, 7 is Sunday. */
export const dayOfWeek = (day: Day): number => new Date(toUtc(day)).getUTCDay() || 7;

/** The first day of the day's week, as the reader counts weeks. */
export const startOfWeek = (day: Day): Day => addDays(day, -((dayOfWeek(day) - firstDayOfWeek() + 7) % 7));

/** The weeks that show the month of a day: four to six, each with seven days from the first day of the week. */
export function weeksOfMonth(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: Day[][] = [];
  for (let start = startOfWeek(first); start <= last; start = addDays(start, 7)) weeks.push(weekOf(start));
  return weeks;
}

export const weekOf = (day: Day): Day[] => {
  const start = startOfWeek(day);
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(start, days));
};

/** The day of an instant in the viewer's time zone. */
export function toLocalDay(instant: string | number): Day {
  const at = new Date(instant);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The instant at which a day starts in the viewer's time zone, as an ISO string. */
export function toInstant(day: Day): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}

/** The span from the start of the first day to the end of the last, in the viewer's time zone. */
export const spanOf = (first: Day, last: Day): Span => ({
  from: toInstant(first),
  to: toInstant(addDays(last, 1)),
});

/** Minutes between midnight and an instant, by local clock time. */
export function minutesOfDay(instant: string): number {
  const at = new Date(instant);
  return at.getHours() * 60 + at.getMinutes();
}

interface Timed {
  starts_at: string;
  ends_at: string;
  starts_local: string;
  ends_local: string;
  all_day: boolean;
}

/**
 * Returns the first and last day of an event in the viewer's time zone. All-day events keep their days in every zone;
 * an event that ends at midnight doesn't include the day that starts then.
 */
export function daysOf(event: Timed): { first: Day; last: Day } {
  if (event.all_day) {
    const first = event.starts_local.slice(0, 10);
    const end = addDays(event.ends_local.slice(0, 10), -1);
    return { first, last: end < first ? first : end };
  }
  const first = toLocalDay(event.starts_at);
  const last = toLocalDay(Date.parse(event.ends_at) - 1);
  return { first, last: last < first ? first : last };
}

/** Sorts by day, then all-day events first, then by start time, then longer events first. */
export function sortEvents<T extends Timed & { id: string }>(events: readonly T[]): T[] {
  const keys = new Map(
    events.map((event) => {
      const { first, last } = daysOf(event);
      return [event.id, { first, last, banner: event.all_day || first !== last }];
    }),
  );
  return [...events].sort((a, b) => {
    const [x, y] = [keys.get(a.id), keys.get(b.id)];
    if (!x || !y) return 0;
    return (
      x.first.localeCompare(y.first) ||
      Number(y.banner) - Number(x.banner) ||
      (a.all_day === b.all_day
        ? a.starts_at.localeCompare(b.starts_at)
        : Number(b.all_day) - Number(a.all_day)) ||
      y.last.localeCompare(x.last) ||
      a.id.localeCompare(b.id)
    );
  });
}

/**
 * Sorts the events of one day: all-day events and events that started earlier come first, then the rest by start time,
 * longer events first.
 */
export function sortEventsOfDay<T extends Timed & { id: string }>(day: Day, events: readonly T[]): T[] {
  const isAtStartOfDay = (event: T) => event.all_day || daysOf(event).first < day;
  const early = events.filter(isAtStartOfDay);
  const byTheClock = events.filter((event) => !isAtStartOfDay(event));
  byTheClock.sort(
    (a, b) =>
      a.starts_at.localeCompare(b.starts_at) ||
      b.ends_at.localeCompare(a.ends_at) ||
      a.id.localeCompare(b.id),
  );
  return [...sortEvents(early), ...byTheClock];
}

/** Default start hour of a new event. */
export const defaultStartHour = 18;

/** The day a new event is created on: the day on screen, unless it is past or its evening has started. */
export function defaultEventDay(shown: Day, today: Day, now: number): Day {
  const first = new Date(now).getHours() < defaultStartHour ? today : addDays(today, 1);
  return shown < first ? first : shown;
}
