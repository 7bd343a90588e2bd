import { nowText } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { batchKey, notify } from '../../notifications/index.ts';
import type { RsvpChange } from '../rsvps/give-seats.ts';
import { noticeWords, whenWords } from './event-words.ts';
import { selectToldEvents } from './notices.queries.ts';

/** Tells those who moved up from a waiting list, with the answer or the departure that freed their seat. */
export async function tellSeats(
  tx: Tx,
  spaceId: string,
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
  await notify(tx, {
    space_id: spaceId,
    actor_id: null,
    notices: events.map((event) => ({
      type: 'event_reminder',
      user_ids: seated.get(event.id) ?? [],
      title: noticeWords('seat', event, nowText()),
      content_preview: whenWords(event),
      target: { type: 'event', id: event.id },
      batch_key: batchKey.event(event.id),
    })),
  });
}
