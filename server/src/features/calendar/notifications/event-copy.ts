import type { WallTimes } from '../times/wall-time.ts';

const dayOf = (local: string, days = 0) => {
  const date = new Date(`${local.slice(0, 10)}T00:00:00.000Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date);
};

/** Returns when an event is, for emails: in its own time zone, which is named. */
export function whenText(event: WallTimes): string {
  const { starts_local: starts, ends_local: ends } = event;
  if (event.all_day) {
    const [first, last] = [dayOf(starts), dayOf(ends, -1)];
    return first === last ? first : `${first} to ${last}`;
  }
  const [from, to] = [starts.slice(11), ends.slice(11)];
  const span =
    starts.slice(0, 10) === ends.slice(0, 10)
      ? `${dayOf(starts)}, ${from} to ${to}`
      : `${dayOf(starts)}, ${from} to ${dayOf(ends)}, ${to}`;
  return `${span} (${event.time_zone.replaceAll('_', ' ')})`;
}

/** Returns where an event is, for emails. */
export function whereText(event: { location_type: string; address: string | null }): string {
  if (event.location_type === 'in_person') return event.address ?? '';
  return event.location_type === 'link'
    ? 'Online. The link opens on the event page 15 minutes before the start.'
    : 'No location';
}

export type EventNotificationKind = 'day' | 'soon' | 'start' | 'changed' | 'cancelled' | 'seat';

const minuteMs = 60_000;

/** Returns the date in a time zone at a moment: `2026-11-21`. */
const dayIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at));

/** Returns the notification of an event as one sentence. A reminder may be late. */
export function eventNotificationText(
  kind: EventNotificationKind,
  { title, ...event }: { title: string; starts_at: string; starts_local: string; time_zone: string },
  now: string,
): string {
  switch (kind) {
    case 'day':
      return event.starts_local.startsWith(dayIn(event.time_zone, now))
        ? `Today: ${title}`
        : `Tomorrow: ${title}`;
    case 'soon': {
      const minutes = Math.max(1, Math.round((Date.parse(event.starts_at) - Date.parse(now)) / minuteMs));
      return `${title} starts in ${minutes} minute${minutes === 1 ? '' : 's'}`;
    }
    case 'start':
      return Date.parse(now) - Date.parse(event.starts_at) < 2 * minuteMs
        ? `${title} is starting now`
        : `${title} has started`;
    case 'changed':
      return `${title} was changed`;
    case 'cancelled':
      return `${title} was canceled`;
    case 'seat':
      return `You're in: ${title}`;
  }
}
