import type { Tx } from '#server/platform/db/database.ts';
import { onlyOpenEvents } from '../event-access/list-event-readers.ts';
import { giveSeatsToWaiting, listRuledWaitlists } from './rsvps.queries.ts';

interface FreeSeats {
  event_id: string;
  seats: number;
}

/** How many of the waitlist of an event with rules are looked at while it's locked, so that others don't wait for long. */
export const waitlistPortion = 200;

/**
 * Gives free seats of events, which this transaction has locked, to the first of their waitlists who can open the event. The others
 * keep their position. Of events with rules, it looks at one portion of the waitlist, after the first `passed`. Returns who got a
 * seat, by event. The number of statements doesn't depend on the number of events.
 */
export async function promoteWaiting(tx: Tx, free: FreeSeats[], passed = 0): Promise<Map<string, string[]>> {
  if (free.length === 0) return new Map();
  const ids = free.map(({ event_id }) => event_id);
  const waitlists = await listRuledWaitlists(tx, ids, { passed, limit: waitlistPortion });
  const waiting = waitlists.flatMap((event) => event.user_ids.map((user_id) => ({ event, user_id })));
  const open = Map.groupBy(await onlyOpenEvents(tx, waiting), ({ event }) => event.id);
  const chosen = free.flatMap(({ event_id, seats }) =>
    (open.get(event_id) ?? []).slice(0, seats).map(({ user_id }) => ({ event_id, user_id })),
  );
  const ruled = new Set(waitlists.map(({ id }) => id));
  const unruled = free.filter(({ event_id }) => !ruled.has(event_id));
  if (unruled.length === 0 && chosen.length === 0) return new Map();
  return await giveSeatsToWaiting(tx, unruled, chosen);
}
