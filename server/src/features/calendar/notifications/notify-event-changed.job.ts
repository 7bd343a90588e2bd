import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobKind, Jobs } from '#server/platform/jobs/jobs.ts';
import type { LockedEvent, StoredEvent } from '../series/series.queries.ts';
import { insertChangeNotifications, listNotifiableEvents } from './event-notifications.queries.ts';
import { type NotificationContext, notifyAttendees } from './notify-attendees.ts';

/** Which events were changed or canceled, and by whom. */
interface EventChangeJob {
  change_id: string;
  kind: 'changed' | 'cancelled';
  event_ids: string[];
  actor_id: string;
}

const batchSize = 200;
/** The changes that attendees are notified of. */
const notifiedFields = ['title', 'starts_at', 'ends_at', 'location_type', 'url', 'address'] as const;

/** Enqueues notifications for attendees of upcoming events that were changed or canceled. */
export async function enqueueChangeNotifications(
  tx: Tx,
  jobs: Jobs,
  change: { actor_id: string; before: LockedEvent[]; after: StoredEvent[]; at: string },
): Promise<void> {
  const eventsBefore = new Map(change.before.map((event) => [event.id, event]));
  const changed: string[] = [];
  const cancelled: string[] = [];
  for (const event of change.after) {
    const old = eventsBefore.get(event.id);
    if (!old || old.deleted_at !== null || old.status === 'cancelled' || old.ends_at <= change.at) continue;
    if (event.deleted_at !== null || event.status === 'cancelled') cancelled.push(event.id);
    else if (notifiedFields.some((field) => event[field] !== old[field])) changed.push(event.id);
  }
  for (const [kind, event_ids] of [
    ['changed', changed],
    ['cancelled', cancelled],
  ] as const) {
    const job: EventChangeJob = { change_id: newId(), kind, event_ids, actor_id: change.actor_id };
    if (event_ids.length > 0) await jobs.enqueue(tx, 'notify-event-changed', job);
  }
}

/** Notifies each attendee once, of the first of their events in this change. */
export async function notifyEventChanged(
  context: NotificationContext,
  change: EventChangeJob,
): Promise<void> {
  const events = new Map(
    (await listNotifiableEvents(context.db, change.event_ids)).map((event) => [event.id, event]),
  );
  for (let more = true; more; ) {
    more = await context.db.transaction().execute(async (tx) => {
      const recorded = await insertChangeNotifications(tx, { ...change, now: nowIso(), limit: batchSize });
      const notified = [...events.values()].map((event) => ({
        event,
        user_ids: recorded.filter(({ event_id }) => event_id === event.id).map(({ user_id }) => user_id),
      }));
      await notifyAttendees(
        tx,
        context,
        change.kind,
        notified.filter(({ user_ids }) => user_ids.length > 0),
      );
      return recorded.length > 0;
    });
  }
}

export function notifyEventChangedJob(context: NotificationContext): JobKind<EventChangeJob> {
  return { name: 'notify-event-changed', run: (change) => notifyEventChanged(context, change) };
}
