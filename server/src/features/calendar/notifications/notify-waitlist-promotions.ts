import type { Tx } from '#server/platform/db/database.ts';
import type { NotificationMailer } from '../../notifications/index.ts';
import type { RsvpChange } from '../rsvps/give-seats.ts';
import { listNotifiableEvents } from './event-notifications.queries.ts';
import { notifyAttendees } from './notify-attendees.ts';

/**
 * Notifies those who moved up from a waiting list, in the app and by email, with the answer or the departure that freed
 * their seat.
 */
export async function notifyWaitlistPromotions(
  tx: Tx,
  mailer: NotificationMailer,
  changes: RsvpChange[],
  actorId: string,
): Promise<void> {
  const seated = new Map(
    changes.map(({ event_id, rsvps }) => [
      event_id,
      rsvps
        .filter(({ user_id, rsvp }) => rsvp === 'going' && user_id !== actorId)
        .map(({ user_id }) => user_id),
    ]),
  );
  const ids = [...seated].filter(([, people]) => people.length > 0).map(([id]) => id);
  if (ids.length === 0) return;
  const events = await listNotifiableEvents(tx, ids);
  await notifyAttendees(
    tx,
    mailer,
    'seat',
    events.map((event) => ({ event, user_ids: seated.get(event.id) ?? [] })),
  );
}
