import type { Db } from '#server/platform/db/database.ts';
import type { NotifiableTarget } from '#server/platform/targets.ts';
import { onlyReadable } from '../../access/index.ts';
import { type EventAccessColumns, listEventItems } from './event-access.queries.ts';

/** An event with its rules and its hosts. */
type RuledEvent = EventAccessColumns & { space_id: string; host_ids: string[] };

/** An event, and a member of its space. */
interface EventOfMember {
  event: RuledEvent;
  user_id: string;
}

/**
 * Returns those whose event the member can open. However many there are, it takes at most two statements, or none if no event has
 * rules.
 */
export async function onlyOpenEvents<Entry extends EventOfMember>(
  db: Db,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const asked = entries.flatMap((entry) => {
    const { event, user_id } = entry;
    const { space_id, access_id: id, access, host_ids } = event;
    return host_ids.includes(user_id) ? [] : [{ entry, user_id, item: { id, space_id, access } }];
  });
  const open = new Set((await onlyReadable(db, asked)).map(({ entry }) => entry));
  return entries.filter((entry) => entry.event.host_ids.includes(entry.user_id) || open.has(entry));
}

/** Who can open an event, also a deleted one, at the moment of sending a notification of it. */
export const eventNotifications: NotifiableTarget = {
  onlyReaders: async (db, entries) => {
    const items = await listEventItems(db, [...new Set(entries.map(({ id }) => id))]);
    const events = new Map(items.map((event) => [event.id, event]));
    const asked = entries.flatMap((entry) => {
      const event = events.get(entry.id);
      return event ? [{ entry, event, user_id: entry.user_id }] : [];
    });
    return (await onlyOpenEvents(db, asked)).map(({ entry }) => entry);
  },
};
