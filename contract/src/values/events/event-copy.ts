import type { NotificationParams } from '../../features/notifications/notification-params.ts';
import { zoneOffset } from '../../i18n/calendar.ts';
import { clockFormat, dateTimeFormat } from '../../i18n/formatters.ts';
import { t } from '../../i18n/translate.ts';

/** An event's times on the clocks of its own time zone: `2026-11-21T18:00`. */
export interface EventTimes {
  starts_local: string;
  ends_local: string;
  time_zone: string;
  all_day: boolean;
}

/** Formats a wall time, or a number of days later. The time zone of the event is named beside it, so none applies here. */
function format(local: string, options: Intl.DateTimeFormatOptions, daysLater = 0): string {
  const date = new Date(`${local}:00.000Z`);
  date.setUTCDate(date.getUTCDate() + daysLater);
  return dateTimeFormat({ ...options, timeZone: 'UTC' }).format(date);
}

const dayMs = 24 * 60 * 60_000;
const dayFormat = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const dayOf = (local: string, daysLater = 0) => format(local, dayFormat, daysLater);

/** Returns the times of an event on its own clocks, with its time zone. */
function writeTimes({ starts_local: starts, ends_local: ends, time_zone, all_day }: EventTimes): string {
  const first = dayOf(starts);
  if (all_day) {
    const last = dayOf(ends, -1);
    return first === last ? first : t('{first} to {last}', { first, last });
  }
  const zone = time_zone.replaceAll('_', ' ');
  const [from, to] = [format(starts, clockFormat), format(ends, clockFormat)];
  if (starts.slice(0, 10) === ends.slice(0, 10))
    return t('{day}, {from} to {to} ({zone})', { day: first, from, to, zone });
  return t('{first}, {from} to {last}, {to} ({zone})', { first, from, last: dayOf(ends), to, zone });
}

/** Converts a wall time of one zone to that of another. */
function convert(local: string, from: string, to: string): string {
  const asUtc = Date.parse(`${local}:00.000Z`);
  // The second guess is on the right side of a clock change.
  const at = asUtc - zoneOffset(from, asUtc - zoneOffset(from, asUtc));
  return new Date(at + zoneOffset(to, at)).toISOString().slice(0, 16);
}

/** Returns the event as the clocks of a zone show it; as it is if they agree with its own, or if a zone isn't known here. */
function inZone(event: EventTimes, zone: string): EventTimes {
  const { starts_local, ends_local, time_zone, all_day } = event;
  if (all_day || zone === time_zone) return event;
  try {
    const starts = convert(starts_local, time_zone, zone);
    const ends = convert(ends_local, time_zone, zone);
    return starts === starts_local && ends === ends_local
      ? event
      : { ...event, starts_local: starts, ends_local: ends, time_zone: zone };
  } catch {
    return event;
  }
}

/** Returns when an event is, for notifications: in the time zone of their reader, which is named. */
export const toEventTimesText = (event: EventTimes, readerZone: string): string =>
  writeTimes(inZone(event, readerZone));

/** Does the same for emails, with the times in the event's own zone if they differ. */
export function toBothEventTimes(event: EventTimes, readerZone: string): string {
  const here = inZone(event, readerZone);
  if (here === event) return writeTimes(event);
  return t('{here} · {there}', { here: writeTimes(here), there: writeTimes(event) });
}

type EventNotification = NotificationParams<'event_reminder'>;

/** Who reads a notification, and when. */
export interface Reading {
  timeZone: string;
  /** In milliseconds; null if that isn't known yet. */
  now: number | null;
}

/**
 * Returns how many days after its reader's today an event begins; null if that isn't known. Days without times are the same
 * in every zone.
 */
function daysAhead(event: EventTimes, { timeZone, now }: Reading): number | null {
  if (now === null) return null;
  const { starts_local, time_zone } = inZone(event, timeZone);
  const zone = event.all_day ? timeZone : time_zone;
  try {
    const today = new Date(now + zoneOffset(zone, now)).toISOString().slice(0, 10);
    return (Date.parse(starts_local.slice(0, 10)) - Date.parse(today)) / dayMs;
  } catch {
    return null;
  }
}

type WriteSentence = (event: EventNotification, reading: Reading) => string;
const sentences: { readonly [E in EventNotification['event']]: WriteSentence } = {
  day: (event, reading) => {
    const { title } = event;
    const days = daysAhead(event, reading);
    if (days === 0) return t('Today: {title}', { title });
    return days === 1 ? t('Tomorrow: {title}', { title }) : t('Reminder: {title}', { title });
  },
  soon: ({ title, minutes }) =>
    t('{title} starts in {minutes, plural, one {# minute} other {# minutes}}', {
      title,
      minutes: minutes ?? 1,
    }),
  starting: ({ title }) => t('{title} is starting now', { title }),
  started: ({ title }) => t('{title} has started', { title }),
  changed: ({ title }) => t('{title} was changed', { title }),
  cancelled: ({ title }) => t('{title} was canceled', { title }),
  seat: ({ title }) => t("You're in: {title}", { title }),
};

/** Returns the notification of an event as one sentence, in the reader's language. */
export const toEventSentence: WriteSentence = (event, reading) => sentences[event.event](event, reading);
