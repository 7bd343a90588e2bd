import type { Db } from '#server/platform/db/database.ts';
import { listEditorsAmong } from '#server/platform/space-editors.queries.ts';
import { type NotifiableTarget, onlyReadersByKey } from '#server/platform/targets.ts';
import { listOpenTo } from '../../access/index.ts';
import { type EventAccessColumns, listEventItems } from './event-access.queries.ts';

/** An event with its rules and its hosts. */
type RuledEvent = EventAccessColumns & { space_id: string; host_ids: string[] };

/**
 * Returns those of the members of a space who can open an event. It takes at most two statements, or none if the event has no
 * rules.
 */
export async function listEventReaders(db: Db, event: RuledEvent, userIds: string[]): Promise<string[]> {
  const { space_id, access_id, access, host_ids } = event;
  const open = await listOpenTo(db, space_id, userIds, [[{ id: access_id, access }]]);
  if (open.length === userIds.length) return userIds;
  const canOpen = new Set([...open, ...host_ids, ...(await listEditorsAmong(db, space_id, userIds))]);
  return userIds.filter((userId) => canOpen.has(userId));
}

/** Who can open an event, also a deleted one, at the moment of sending a notification of it. */
export const eventNotifications: NotifiableTarget = {
  onlyReaders: async (db, entries) => {
    const items = await listEventItems(db, [...new Set(entries.map(({ id }) => id))]);
    const events = new Map(items.map((event) => [event.id, event]));
    return await onlyReadersByKey(
      entries,
      ({ id }) => id,
      async ({ id }, userIds) => {
        const event = events.get(id);
        return event ? await listEventReaders(db, event, userIds) : [];
      },
    );
  },
};
