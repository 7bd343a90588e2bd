import type { Tx } from '#server/platform/db/database.ts';
import type { NoticeMailer } from '../../notifications/index.ts';
import type { RsvpChange } from '../rsvps/give-seats.ts';
import { selectToldEvents } from './notices.queries.ts';
import { tellPeople } from './tell-people.ts';

/**
 * Notifies those who moved up from a waiting list, in the app and by email, with the answer or the departure that freed
 * their seat.
 */
export async function tellSeats(
  tx: Tx,
  mailer: NoticeMailer,
  changes: RsvpChange[],
  actorId: string,
): Promise<void> {
  const seated = new Map(
    changes.map(({ event_id, answers }) => [
      event_id,
      answers
        .filter(({ user_id, rsvp }) => rsvp === 'going' && user_id !== actorId)
        .map(({ user_id }) => user_id),
    ]),
  );
  const ids = [...seated].filter(([, people]) => people.length > 0).map(([id]) => id);
  if (ids.length === 0) return;
  const events = await selectToldEvents(tx, ids);
  await tellPeople(
    tx,
    mailer,
    'seat',
    events.map((event) => ({ event, user_ids: seated.get(event.id) ?? [] })),
  );
}
