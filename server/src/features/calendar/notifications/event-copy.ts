import type { NotificationParams } from '#contract/features/notifications/notification-params.ts';
import { t } from '#contract/i18n/translate.ts';
import { eventLinkOpensMinutes } from '#contract/values/limits.ts';
import type { NotifiableEvent } from './event-notifications.queries.ts';

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
type EventParams = NotificationParams<'event_reminder'>;

const minuteMs = 60_000;

/** Returns what a notification says at this time. A reminder may be late. */
function whatToSay(
  kind: EventNotificationKind,
  { starts_at }: Pick<NotifiableEvent, 'starts_at'>,
  now: string,
): Pick<EventParams, 'event' | 'minutes'> {
  const msToStart = Date.parse(starts_at) - Date.parse(now);
  switch (kind) {
    case 'soon':
      return { event: 'soon', minutes: Math.max(1, Math.round(msToStart / minuteMs)) };
    case 'start':
      return { event: -msToStart < 2 * minuteMs ? 'starting' : 'started', minutes: null };
    default:
      return { event: kind, minutes: null };
  }
}

/** Returns the params of an event's notification. */
export function toEventParams(
  kind: EventNotificationKind,
  event: Pick<
    NotifiableEvent,
    'title' | 'starts_at' | 'starts_local' | 'ends_local' | 'time_zone' | 'all_day'
  >,
  now: string,
): EventParams {
  const { title, starts_local, ends_local, time_zone, all_day } = event;
  return { ...whatToSay(kind, event, now), title, starts_local, ends_local, time_zone, all_day };
}
