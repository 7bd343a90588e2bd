import type { NotificationParams } from '../features/notifications/notification-types.ts';
import { clockFormat, dateTimeFormat } from '../i18n/formatters.ts';
import { t } from '../i18n/translate.ts';

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

const dayFormat = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const dayOf = (local: string, daysLater = 0) => format(local, dayFormat, daysLater);

/** Returns when an event is, for emails and notifications: in its own time zone, which is named. */
export function toEventTimesText(event: EventTimes): string {
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

type EventNotification = NotificationParams<'event_reminder'>;

const sentences: { readonly [E in EventNotification['event']]: (event: EventNotification) => string } = {
  today: ({ title }) => t('Today: {title}', { title }),
  tomorrow: ({ title }) => t('Tomorrow: {title}', { title }),
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
export const toEventSentence = (event: EventNotification): string => sentences[event.event](event);
