import type { Tx } from '#server/platform/db/database.ts';
import { listEventReaders } from '../event-access/list-event-readers.ts';
import { giveSeatsToWaiting, listRuledWaitlists, type RuledWaitlist } from './rsvps.queries.ts';

interface FreeSeats {
  event_id: string;
  seats: number;
}

/** Returns who of the waitlists of events of one series, whose rules they share, can open them, by the id of the event. */
async function listOpenWaitlists(tx: Tx, events: readonly RuledWaitlist[]): Promise<[string, string[]][]> {
  const [first] = events;
  if (!first) return [];
  const userIds = [...new Set(events.flatMap(({ user_ids }) => user_ids))];
  const readers = new Set(await listEventReaders(tx, { ...first, host_ids: [] }, userIds));
  return events.map(({ id, host_ids, user_ids }) => [
    id,
    user_ids.filter((userId) => readers.has(userId) || host_ids.includes(userId)),
  ]);
}

/**
 * Gives free seats of events, which this transaction has locked, to the first of their waitlists who can open the event. The others
 * keep their position. Returns who got one, by event. The number of statements doesn't depend on the number of events of a series.
 */
export async function promoteWaiting(tx: Tx, free: FreeSeats[]): Promise<Map<string, string[]>> {
  if (free.length === 0) return new Map();
  const ruled = await listRuledWaitlists(
    tx,
    free.map(({ event_id }) => event_id),
  );
  const open = new Map<string, string[]>();
  for (const events of Map.groupBy(ruled, ({ access_id }) => access_id).values()) {
    for (const [id, userIds] of await listOpenWaitlists(tx, events)) open.set(id, userIds);
  }
  const isRuled = ({ event_id }: FreeSeats) => open.has(event_id);
  const chosen = free.filter(isRuled).flatMap(({ event_id, seats }) => {
    const first = open.get(event_id)?.slice(0, seats) ?? [];
    return first.map((user_id) => ({ event_id, user_id }));
  });
  const unruled = free.filter((seats) => !isRuled(seats));
  if (unruled.length === 0 && chosen.length === 0) return new Map();
  return await giveSeatsToWaiting(tx, unruled, chosen);
}
