import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import type { EventDetailRow } from './calendar.queries.ts';
import { toPublishedEvent } from './calendar.view.ts';

/**
 * Publishes one event that was created or changed. One with rules isn't open to everyone in the space, so pages are only told to
 * refetch it.
 */
export async function publishEvent(
  tx: Tx,
  type: 'event.created' | 'event.changed',
  row: EventDetailRow,
): Promise<void> {
  const channel = spaceChannel(row.space_id);
  if (row.access) await publish(tx, channel, 'calendar.changed', { space_id: row.space_id });
  else await publish(tx, channel, type, { event: toPublishedEvent(row) });
}
