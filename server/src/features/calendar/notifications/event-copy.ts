import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { eventLinkOpensMinutes } from '#contract/values/limits.ts';
import { dayAt, type WallTimes } from '../times/wall-time.ts';

/** Formats a wall time, or a number of days later. The time zone of the event is named beside it, so none applies here. */
function format(local: string, options: Intl.DateTimeFormatOptions, daysLater = 0): string {
  const date = new Date(`${local}:00.000Z`);
  date.setUTCDate(date.getUTCDate() + daysLater);
  return dateTimeFormat({ ...options, timeZone: 'UTC' }).format(date);
}

const dayFormat = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const dayOf = (local: string, daysLater = 0) => format(local, dayFormat, daysLater);

/** Returns when an event is, for emails: in its own time zone, which is named. */
export function whenText(event: WallTimes): string {
  const { starts_local: starts, ends_local: ends } = event;
  const first = dayOf(starts);
  if (event.all_day) {
    const last = dayOf(ends, -1);
    return first === last ? first : t('{first} to {last}', { first, last });
  }
  const zone = event.time_zone.replaceAll('_', ' ');
  const [from, to] = [format(starts, clockFormat), format(ends, clockFormat)];
  if (starts.slice(0, 10) === ends.slice(0, 10))
    return t('{day}, {from} to {to} ({zone})', { day: first, from, to, zone });
  return t('{first}, {from} to {last}, {to} ({zone})', { first, from, last: dayOf(ends), to, zone });
}

/** Returns where an event is, for emails. */
export function whereText(event: { location_type: string; address: string | null }): string {
  if (event.location_type === 'in_person') return event.address ?? '';
  if (event.location_type === 'none') return t('No location');
  return t(
    'Online. The link opens on the event page {minutes, plural, one {# minute} other {# minutes}} before the start.',
    { minutes: eventLinkOpensMinutes },
  );
}

export type EventNotificationKind = 'day' | 'soon' | 'start' | 'changed' | 'cancelled' | 'seat';

const minuteMs = 60_000;

/** Returns the notification of an event as one sentence. A reminder may be late. */
export function eventNotificationText(
  kind: EventNotificationKind,
  { title, ...event }: { title: string; starts_at: string; starts_local: string; time_zone: string },
  now: string,
): string {
  switch (kind) {
    case 'day':
      return event.starts_local.startsWith(dayAt(now, event.time_zone))
        ? t('Today: {title}', { title })
        : t('Tomorrow: {title}', { title });
    case 'soon': {
      const minutes = Math.max(1, Math.round((Date.parse(event.starts_at) - Date.parse(now)) / minuteMs));
      return t('{title} starts in {minutes, plural, one {# minute} other {# minutes}}', { title, minutes });
    }
    case 'start':
      return Date.parse(now) - Date.parse(event.starts_at) < 2 * minuteMs
        ? t('{title} is starting now', { title })
        : t('{title} has started', { title });
    case 'changed':
      return t('{title} was changed', { title });
    case 'cancelled':
      return t('{title} was canceled', { title });
    case 'seat':
      return t("You're in: {title}", { title });
  }
}
