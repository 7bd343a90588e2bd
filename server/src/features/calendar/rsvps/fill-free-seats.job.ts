import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { NotificationContext, NotificationMailer } from '../../notifications/index.ts';
import { notifyWaitlistPromotions } from '../notifications/notify-waitlist-promotions.ts';
import { fillSeats, publishRsvps, type RsvpChange } from './give-seats.ts';
import { waitlistPortion } from './promote-waiting.ts';
import { findFreeRsvpTarget, listEventsWithFreeSeats, type RsvpTarget } from './rsvps.queries.ts';

const batchSize = 100;

/**
 * Gives free seats of events, which this transaction has locked, to members who were passed over and can open them by now. `actorId`
 * isn't notified of a seat. Returns the events that changed.
 */
export async function fillOpenedSeats(
  tx: Tx,
  mailer: NotificationMailer,
  events: (Pick<RsvpTarget, 'id' | 'space_id' | 'capacity' | 'status' | 'ends_at'> &
    Pick<RsvpTarget, 'going_count' | 'waitlist_count'>)[],
  actorId: string | null,
  passed = 0,
): Promise<RsvpChange[]> {
  const [first] = events;
  if (!first) return [];
  const at = nowIso();
  const upcoming = events.filter(({ status, ends_at }) => status === 'scheduled' && ends_at > at);
  const changes = await fillSeats(tx, upcoming, passed);
  await publishRsvps(tx, first.space_id, changes);
  await notifyWaitlistPromotions(tx, mailer, changes, actorId);
  return changes;
}

type JobContext = NotificationContext & { db: Database };

/**
 * Gives the free seats of an event, one portion of its waitlist after another. Each is a transaction of its own, so that RSVPs get
 * their turn between them. If the event is locked, whoever has locked it gives its seats, or the next run.
 */
async function fillEvent(context: JobContext, eventId: string): Promise<void> {
  let passed: number | null = 0;
  while (passed !== null) {
    const before: number = passed;
    passed = await context.db.transaction().execute(async (tx) => {
      const event = await findFreeRsvpTarget(tx, eventId);
      if (!event) return null;
      const [change] = await fillOpenedSeats(tx, context, [event], null, before);
      const { going_count, waitlist_count } = change ?? event;
      const next = before + waitlistPortion - (change?.rsvps.length ?? 0);
      const isFull = event.capacity !== null && going_count >= event.capacity;
      return isFull || next >= waitlist_count ? null : next;
    });
  }
}

/**
 * Gives the free seats of all events to members for whom the event has opened since they were passed over.
 * @throws AggregateError after all others, if some events failed
 */
export async function fillFreeSeats(context: JobContext): Promise<void> {
  const { db } = context;
  const at = nowIso();
  const errors: unknown[] = [];
  for (let after: string | null | undefined = null; after !== undefined; ) {
    const ids: string[] = await listEventsWithFreeSeats(db, at, after, batchSize);
    for (const id of ids) await fillEvent(context, id).catch((error: unknown) => errors.push(error));
    after = ids.length < batchSize ? undefined : ids.at(-1);
  }
  if (errors.length > 0) throw new AggregateError(errors, "The free seats of some events couldn't be given");
}

/** Rules open with time, levels and completions, of which events don't hear. */
export function fillFreeSeatsJob(context: JobContext): JobKind {
  return { name: 'fill-free-seats', schedule: '* * * * *', run: () => fillFreeSeats(context) };
}
