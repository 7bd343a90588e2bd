import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import { zoneOffset } from '#contract/i18n/calendar.ts';
import { clockFormat, dateTimeFormat, formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { type Weekday, weekdays } from '#contract/values/events/weekdays.ts';
import { offsetOf } from '#web/lib/text/time-zones.ts';
import { addDays, type Day, daysOf, toLocalDay } from '../views/calendar-days.ts';

const dayAt = (day: Day) => Date.parse(`${day}T12:00:00Z`);
const ofDay = (options: Intl.DateTimeFormatOptions) => (day: Day) =>
  dateTimeFormat({ ...options, timeZone: 'UTC' }).format(dayAt(day));
const dayRange = (options: Intl.DateTimeFormatOptions) => (first: Day, last: Day) =>
  dateTimeFormat({ ...options, timeZone: 'UTC' }).formatRange(dayAt(first), dayAt(last));
const shortDay = { weekday: 'short', month: 'short', day: 'numeric' } as const;

/** `November 2026` */
export const toMonthName = ofDay({ month: 'long', year: 'numeric' });
/** `Saturday, November 21` */
export const toDayName = ofDay({ weekday: 'long', month: 'long', day: 'numeric' });
/** `Saturday, November 21, 2026` */
export const toFullDay = ofDay({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
/** `Sat, Nov 21` */
const toShortDay = ofDay(shortDay);
/** `Sat` */
export const toWeekday = ofDay({ weekday: 'short' });
/** `Nov` */
export const toShortMonth = ofDay({ month: 'short' });
/** `21` */
export const toDayNumber = (day: Day): string => formatNumber(Number(day.slice(8)));
/** `Nov 16 – 22, 2026` */
export const toWeekName = dayRange({ month: 'short', day: 'numeric', year: 'numeric' });

const someMonday: Day = '2024-01-01';
/** The name of a day of the week: `Saturday` or `Sat`. */
export const toWeekdayName = (weekday: Weekday, length: 'long' | 'short'): string =>
  ofDay({ weekday: length })(addDays(someMonday, weekdays.indexOf(weekday)));

/** `6:00 PM` or `18:00` in the viewer's time zone, or in `zone`. */
export const toClock = (instant: string, zone?: string): string =>
  dateTimeFormat({ timeStyle: 'short', timeZone: zone }).format(Date.parse(instant));

/** A full hour as a short label: `6 PM` or `18:00`. */
export function toHourName(hour: number): string {
  const onlyHour = dateTimeFormat({ hour: 'numeric', timeZone: 'UTC' });
  const { hour12 } = onlyHour.resolvedOptions();
  const format = hour12 ? onlyHour : dateTimeFormat({ timeStyle: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(2000, 0, 1, hour));
}

const toCity = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** `Berlin (GMT+1)` for `Europe/Berlin`. */
export function toZoneName(zone: string, instant: string): string {
  const city = toCity(zone);
  const offset = offsetOf(zone, instant);
  return city === offset || offset === '' ? city : t('{city} ({offset})', { city, offset });
}

interface Timed {
  starts_at: string;
  ends_at: string;
  starts_local: string;
  ends_local: string;
  all_day: boolean;
  time_zone: string;
}

/** The day of an instant as a text, in the viewer's time zone or in `zone`. */
const dayIn = (at: number, zone?: string): string =>
  dateTimeFormat({ ...shortDay, timeZone: zone }).format(at);

/** The times of an event: `6:00 – 7:30 PM`, with days if there are several, or if `hasDay` is true. */
function toTimes({ starts_at, ends_at }: Timed, { hasDay }: { hasDay: boolean }) {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  const first = dayIn(start);
  const isOneDay = dayIn(end - 1) === first;
  const days = hasDay || !isOneDay ? shortDay : {};
  // Otherwise a single 24-hour clock would be `9:05`, but `09:05` in a range.
  const hour = dateTimeFormat(clockFormat).resolvedOptions().hour12 ? 'numeric' : '2-digit';
  const format = dateTimeFormat({ ...days, ...clockFormat, hour });
  // A range would name the next day for an end at midnight, and only one time if clocks are set back during the event.
  const needsBoth = dayIn(end) !== first || format.format(start) === format.format(end);
  return isOneDay && needsBoth
    ? t('{start} – {end}', { start: format.format(start), end: toClock(ends_at) })
    : format.formatRange(start, end);
}

/** When an event takes place, in the viewer's time zone: `Sat, Nov 21, 6:00 – 7:30 PM`; all-day events have no time. */
export function toWhen(event: Timed): string {
  if (!event.all_day) return toTimes(event, { hasDay: true });
  const { first, last } = daysOf(event);
  return dayRange(shortDay)(first, last);
}

/** Says from where an event of a series was moved: `Moved from Wednesday, December 2`, or the time on the same day. */
export function toMovedText(event: Timed, from: NonNullable<CalendarEventDetail['moved_from']>): string {
  const isAllDay = event.all_day || from.all_day;
  const [was, is] = isAllDay
    ? [from.starts_local.slice(0, 10), event.starts_local.slice(0, 10)]
    : [toLocalDay(from.starts_at), toLocalDay(event.starts_at)];
  if (was !== is || isAllDay) return t('Moved from {day}', { day: toDayName(was) });
  return t('Moved from {time}', { time: toClock(from.starts_at) });
}

/** Only the times, for lists that already show the day. */
export function toHours(event: Timed, day: Day): string {
  const { first, last } = daysOf(event);
  if (event.all_day && first === day && last > day) return t('until {day}', { day: toShortDay(last) });
  if (event.all_day || (first < day && last > day)) return t('All day');
  if (first < day) return t('until {time}', { time: toClock(event.ends_at) });
  if (last > day) return t('from {time}', { time: toClock(event.starts_at) });
  return toTimes(event, { hasDay: false });
}

/** Whether clocks of a zone differ from the viewer's at an instant. Those of a zone that this browser doesn't know don't. */
function differsFromHere(zone: string, instant: string): boolean {
  try {
    return zoneOffset(zone, Date.parse(instant)) !== -new Date(instant).getTimezoneOffset() * 60_000;
  } catch {
    return false;
  }
}

/** When it starts in the event's own zone, if its clocks differ from the viewer's: `6:00 PM in Lagos`. */
export function toTimeThere(event: Timed): string | null {
  if (event.all_day) return null;
  const { time_zone: zone, starts_at, ends_at } = event;
  if (![starts_at, ends_at].some((at) => differsFromHere(zone, at))) return null;
  const start = Date.parse(starts_at);
  const time = toClock(starts_at, zone);
  const [here, there] = [dayIn(start), dayIn(start, zone)];
  return t('{time} in {city}', {
    time: here === there ? time : t('{day}, {time}', { day: there, time }),
    city: toCity(zone),
  });
}
