import type { Tx } from '#server/platform/db/database.ts';
import type { NotificationMailer } from '../../notifications/index.ts';
import type { RsvpChange } from '../rsvps/give-seats.ts';
import { listNotifiableEvents } from './event-notifications.queries.ts';
import { notifyAttendees } from './notify-attendees.ts';

/** Notifies people who moved up from a waitlist, in the app and by email, in the transaction that gave them their seat. */
export async function notifyWaitlistPromotions(
  tx: Tx,
  mailer: NotificationMailer,
  changes: RsvpChange[],
  actorId: string | null,
): Promise<void> {
  const promoted = new Map(
    changes.map(({ event_id, rsvps }) => [
      event_id,
      rsvps
        .filter(({ user_id, rsvp }) => rsvp === 'going' && user_id !== actorId)
        .map(({ user_id }) => user_id),
    ]),
  );
  const ids = [...promoted].filter(([, userIds]) => userIds.length > 0).map(([id]) => id);
  if (ids.length === 0) return;
  const events = await listNotifiableEvents(tx, ids);
  await notifyAttendees(
    tx,
    mailer,
    'seat',
    events.map((event) => ({ event, user_ids: promoted.get(event.id) ?? [] })),
  );
}
