import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobKind, Jobs } from '#server/platform/jobs/jobs.ts';
import type { LockedEvent, StoredEvent } from '../series/series.queries.ts';
import { insertChangeNotifications, listNotifiableEvents } from './event-notifications.queries.ts';
import { type NotificationContext, notifyAttendees } from './notify-attendees.ts';

/** What was done to some events, and by whom. */
interface AuditInput {
  change_id: string;
  kind: 'changed' | 'cancelled';
  event_ids: string[];
  actor_id: string;
}

const peopleAtOnce = 200;
/** What people who mean to come need to hear of. */
const notifiedFields = ['title', 'starts_at', 'ends_at', 'location_type', 'url', 'address'] as const;

/** Queues telling those who mean to come of what an act changed about events that lie ahead. */
export async function enqueueNotification(
  tx: Tx,
  jobs: Jobs,
  action: { actor_id: string; before: LockedEvent[]; after: StoredEvent[]; at: string },
): Promise<void> {
  const known = new Map(action.before.map((event) => [event.id, event]));
  const changed: string[] = [];
  const cancelled: string[] = [];
  for (const event of action.after) {
    const old = known.get(event.id);
    if (!old || old.deleted_at !== null || old.status === 'cancelled' || old.ends_at <= action.at) continue;
    if (event.deleted_at !== null || event.status === 'cancelled') cancelled.push(event.id);
    else if (notifiedFields.some((field) => event[field] !== old[field])) changed.push(event.id);
  }
  for (const [kind, event_ids] of [
    ['changed', changed],
    ['cancelled', cancelled],
  ] as const) {
    const job: AuditInput = { change_id: newId(), kind, event_ids, actor_id: action.actor_id };
    if (event_ids.length > 0) await jobs.enqueue(tx, 'notify-event-changed', job);
  }
}

/** Tells each of them once, of the first of their events that the act was about. */
export async function notifyEventChanged(context: NotificationContext, action: AuditInput): Promise<void> {
  const events = new Map(
    (await listNotifiableEvents(context.db, action.event_ids)).map((event) => [event.id, event]),
  );
  for (let more = true; more; ) {
    more = await context.db.transaction().execute(async (tx) => {
      const noted = await insertChangeNotifications(tx, { ...action, now: nowIso(), limit: peopleAtOnce });
      const notified = [...events.values()].map((event) => ({
        event,
        user_ids: noted.filter(({ event_id }) => event_id === event.id).map(({ user_id }) => user_id),
      }));
      await notifyAttendees(
        tx,
        context,
        action.kind,
        notified.filter(({ user_ids }) => user_ids.length > 0),
      );
      return noted.length > 0;
    });
  }
}

export function notifyEventChangedJob(context: NotificationContext): JobKind<AuditInput> {
  return { name: 'notify-event-changed', run: (action) => notifyEventChanged(context, action) };
}
