import { toBothEventTimes, toEventSentence } from '#contract/values/events/event-copy.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { emailNotification, type NotificationMailer, notify } from '../../notifications/index.ts';
import { onlyOpenEvents } from '../event-access/list-event-readers.ts';
import { eventUrl } from '../ics/write-calendar.ts';
import { type EventNotificationKind, toEventParams, whereText } from './event-copy.ts';
import { eventNotificationEmail } from './event-notification.email.ts';
import type { NotifiableEvent } from './event-notifications.queries.ts';

export type NotificationContext = Pick<Platform, 'db'> & NotificationMailer;

/** Events that are about to start aren't emailed, since emails would arrive too late. */
const isEmailed = (kind: EventNotificationKind) => kind !== 'soon' && kind !== 'start';
/** A seat notification stays separate, so that no later change of the event replaces it. */
const merges = (kind: EventNotificationKind) => kind !== 'seat';

/** What is notified of one event. */
interface NotifiedEvent {
  event: NotifiableEvent;
  user_ids: string[];
}

/** Returns the events with those of the people who can open them, in at most two statements. */
async function withoutLocked(tx: Tx, notified: NotifiedEvent[]): Promise<NotifiedEvent[]> {
  const entries = notified.flatMap(({ event, user_ids }) => user_ids.map((user_id) => ({ event, user_id })));
  const open = Map.groupBy(await onlyOpenEvents(tx, entries), ({ event }) => event);
  return [...open].map(([event, readers]) => ({ event, user_ids: readers.map(({ user_id }) => user_id) }));
}

/**
 * Notifies people of an event in the app and by email, in the transaction that records it. Those for whom it is locked hear nothing.
 */
export async function notifyAttendees(
  tx: Tx,
  mailer: NotificationMailer,
  kind: EventNotificationKind,
  about: NotifiedEvent[],
): Promise<void> {
  const now = nowIso();
  const notified = await withoutLocked(tx, about);
  const [first] = notified;
  if (!first) return;
  const notifications = notified.map(({ event, user_ids }) => ({
    event,
    user_ids,
    params: toEventParams(kind, event, now),
  }));
  for (const { event, user_ids, params } of isEmailed(kind) ? notifications : []) {
    await emailNotification(tx, mailer, {
      space_id: event.space_id,
      space_name: event.space_name,
      type: 'event_reminder',
      user_ids,
      target_id: event.id,
      params,
      template: eventNotificationEmail,
      values: (timeZone) => ({
        // An email can wait for the end of quiet hours, so it doesn't say "tomorrow".
        headline: toEventSentence(params, { timeZone, now: null }),
        event_when: toBothEventTimes(event, timeZone),
        event_where: whereText(event),
        space_name: event.space_name,
        event_url: eventUrl(mailer.publicUrl(), event),
        calendar_url: `${mailer.publicUrl()}/calendar/events/${event.id}.ics`,
      }),
    });
  }
  await notify(tx, {
    space_id: first.event.space_id,
    // Attendees don't learn who changed or canceled it.
    actor_id: null,
    notifications: notifications.map(({ event, user_ids, params }) => ({
      type: 'event_reminder',
      user_ids,
      params,
      target: { kind: 'event', id: event.id },
      is_separate: !merges(kind),
    })),
  });
}
