import { t } from '#contract/i18n/translate.ts';
import { type Day, daysOf } from './calendar-days.ts';

// Intl formatters are expensive to create, so cache one for each shape and zone.
const formatters = new Map<string, Intl.DateTimeFormat>();
function format(options: Intl.DateTimeFormatOptions, at: number): string {
  const key = JSON.stringify(options);
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en', options);
    formatters.set(key, formatter);
  }
  return formatter.format(at);
}
const dayAt = (day: Day) => Date.parse(`${day}T12:00:00Z`);
const ofDay = (options: Intl.DateTimeFormatOptions) => (day: Day) =>
  format({ ...options, timeZone: 'UTC' }, dayAt(day));

/** `November 2026` */
export const toMonthName = ofDay({ month: 'long', year: 'numeric' });
/** `Saturday, November 21` */
export const toDayName = ofDay({ weekday: 'long', month: 'long', day: 'numeric' });
/** `Saturday, November 21, 2026` */
export const toFullDay = ofDay({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
/** `Sat, Nov 21` */
export const toShortDay = ofDay({ weekday: 'short', month: 'short', day: 'numeric' });
/** `Sat` */
export const toWeekday = ofDay({ weekday: 'short' });
/** `21` */
export const toDayNumber = (day: Day): string => String(Number(day.slice(8)));

/** `Nov 16 – 22, 2026` */
export function toWeekName(first: Day, last: Day): string {
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  const monthDay = ofDay({ month: 'short', day: 'numeric' });
  const end = sameMonth ? toDayNumber(last) : monthDay(last);
  return `${monthDay(first)} – ${end}, ${last.slice(0, 4)}`;
}

/** The browser's time zone. */
export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `18:00` in the viewer's time zone, or in `zone`. */
export const toClock = (instant: string, zone?: string): string =>
  format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }, Date.parse(instant));

const dayIn = (instant: string | number, zone?: string): string =>
  format({ weekday: 'short', month: 'short', day: 'numeric', timeZone: zone }, new Date(instant).getTime());

/** `Berlin (GMT+1)` for `Europe/Berlin`. */
export function toZoneName(zone: string, instant: string): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  const offset = offsetOf(zone, instant);
  return city === offset || offset === '' ? city : `${city} (${offset})`;
}

/** A zone's UTC offset at an instant, as `GMT+1`. */
export function offsetOf(zone: string, instant: string): string {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
        .formatToParts(Date.parse(instant))
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    );
  } catch {
    // This browser doesn't know the zone yet.
    return '';
  }
}

interface Timed {
  starts_at: string;
  ends_at: string;
  starts_local: string;
  ends_local: string;
  all_day: boolean;
  time_zone: string;
}

/** When an event takes place, in the viewer's time zone: `Sat, Nov 21, 18:00 – 19:30`; all-day events have no time. */
export function toWhen(event: Timed): string {
  const { first, last } = daysOf(event);
  if (event.all_day) return first === last ? toShortDay(first) : `${toShortDay(first)} – ${toShortDay(last)}`;
  const end = first === last ? toClock(event.ends_at) : `${toShortDay(last)}, ${toClock(event.ends_at)}`;
  return `${toShortDay(first)}, ${toClock(event.starts_at)} – ${end}`;
}

/** Only the times, for lists that already show the day. */
export function toHours(event: Timed, day: Day): string {
  const { first, last } = daysOf(event);
  if (event.all_day && first === day && last > day) return `until ${toShortDay(last)}`;
  if (event.all_day || (first < day && last > day)) return t('All day');
  if (first < day) return `until ${toClock(event.ends_at)}`;
  if (last > day) return `from ${toClock(event.starts_at)}`;
  return `${toClock(event.starts_at)} – ${toClock(event.ends_at)}`;
}

/** The times in the event's own zone, if its clocks differ from the viewer's: `18:00 – 19:30 in Lagos (GMT+1)`. */
export function toEventZoneTime(event: Timed): string | null {
  if (event.all_day) return null;
  const { time_zone, starts_at, ends_at } = event;
  const differs = [starts_at, ends_at].some((at) => offsetOf(viewerZone(), at) !== offsetOf(time_zone, at));
  if (!differs || offsetOf(time_zone, starts_at) === '') return null;
  const [there, here] = [dayIn(starts_at, time_zone), dayIn(starts_at)];
  const sameDay = dayIn(Date.parse(ends_at) - 1, time_zone) === there;
  const begin = there === here ? toClock(starts_at, time_zone) : `${there}, ${toClock(starts_at, time_zone)}`;
  const end = sameDay
    ? toClock(ends_at, time_zone)
    : `${dayIn(ends_at, time_zone)}, ${toClock(ends_at, time_zone)}`;
  return `${begin} – ${end} in ${toZoneName(time_zone, starts_at)}`;
}
