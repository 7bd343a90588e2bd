import { toBothEventTimes, toEventSentence } from '#contract/values/event-copy.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { emailNotification, type NotificationMailer, notify } from '../../notifications/index.ts';
import { listEventReaders } from '../event-access/list-event-readers.ts';
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

/**
 * Returns the events with those of the people who can open them. Those of one series share its rules, which are checked once, but
 * not its hosts: a host can open their own event.
 */
async function withoutLocked(tx: Tx, notified: NotifiedEvent[]): Promise<NotifiedEvent[]> {
  const result: NotifiedEvent[] = [];
  for (const group of Map.groupBy(notified, ({ event }) => event.access_id).values()) {
    const [first] = group;
    if (!first) continue;
    const userIds = [...new Set(group.flatMap(({ user_ids }) => user_ids))];
    const readers = new Set(await listEventReaders(tx, { ...first.event, host_ids: [] }, userIds));
    for (const { event, user_ids } of group) {
      const canOpen = (userId: string) => readers.has(userId) || event.host_ids.includes(userId);
      result.push({ event, user_ids: user_ids.filter(canOpen) });
    }
  }
  return result.filter(({ user_ids }) => user_ids.length > 0);
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
        headline: toEventSentence(params),
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
