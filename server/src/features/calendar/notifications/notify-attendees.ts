import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { batchKey, emailNotification, type NotificationMailer, notify } from '../../notifications/index.ts';
import { eventUrl } from '../ics/write-calendar.ts';
import { type EventNotificationKind, eventNotificationText, whenText, whereText } from './event-copy.ts';
import type { NotifiableEvent } from './event-notifications.queries.ts';

export type NotificationContext = Pick<Platform, 'db'> & NotificationMailer;

/** Events that are about to start aren't emailed, since emails would arrive too late. */
const isEmailed = (kind: EventNotificationKind) => kind !== 'soon' && kind !== 'start';
/** A seat notification stays separate, so that no later change of the event replaces it. */
const merges = (kind: EventNotificationKind) => kind !== 'seat';

/** Notifies people of an event in the app and by email, in the transaction that records it. */
export async function notifyAttendees(
  tx: Tx,
  mailer: NotificationMailer,
  kind: EventNotificationKind,
  notified: { event: NotifiableEvent; user_ids: string[] }[],
): Promise<void> {
  const now = nowIso();
  const [first] = notified;
  if (!first) return;
  for (const { event, user_ids } of isEmailed(kind) ? notified : []) {
    await emailNotification(tx, mailer, {
      space_id: event.space_id,
      space_name: event.space_name,
      type: 'event_reminder',
      user_ids,
      target_id: event.id,
      title: () => eventNotificationText(kind, event, now),
      template: 'event-notification',
      values: () => ({
        headline: eventNotificationText(kind, event, now),
        event_when: whenText(event),
        event_where: whereText(event),
        space_name: event.space_name,
        event_url: eventUrl(mailer.publicUrl(), event),
        calendar_url: `${mailer.publicUrl()}/calendar/events/${event.id}.ics`,
      }),
    });
  }
  await notify(tx, {
    space_id: first.event.space_id,
    // The title is a whole sentence, so no actor is shown before it.
    actor_id: null,
    notifications: notified.map(({ event, user_ids }) => ({
      type: 'event_reminder',
      user_ids,
      title: () => eventNotificationText(kind, event, now),
      content_preview: () => whenText(event),
      target: { type: 'event', id: event.id },
      batch_key: merges(kind) ? batchKey.event(event.id) : null,
    })),
  });
}
