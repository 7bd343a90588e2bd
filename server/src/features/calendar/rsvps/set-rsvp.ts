import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { createWorkSlots } from '#server/platform/limits/work-slots.ts';
import { requireActiveMember } from '../../members/index.ts';
import type { NotificationContext } from '../../notifications/index.ts';
import { type EventDetailRow, findEvent } from '../calendar.queries.ts';
import { listEventItems } from '../event-access/event-access.queries.ts';
import { onlyOpenEvents } from '../event-access/list-event-readers.ts';
import { notifyWaitlistPromotions } from '../notifications/notify-waitlist-promotions.ts';
import { applyRsvps, publishRsvps } from './give-seats.ts';
import { findRsvpTarget, listRsvpTargets, type RsvpTarget } from './rsvps.queries.ts';

/** RSVPs hold a database connection while they wait for each other's locks, so only a few run at the same time. */
const slots = createWorkSlots({ concurrency: 6, maxQueuedPerUser: 5, maxQueued: 1_000 });

/**
 * Sets the viewer's RSVP to an event, or to all upcoming events of its series that are open to them; null deletes it, also of an
 * event that is locked.
 * @throws AppError `event_not_found`, `membership_required`, `event_locked`, `event_cancelled`, `event_over`, `rate_limited`
 */
export async function setRsvp(
  context: NotificationContext,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: { event_id: string; rsvp: 'going' | 'maybe' | 'no' | null; scope: 'this' | 'all' },
): Promise<EventDetailRow> {
  const { db } = context;
  await slots.run(viewer.user_id, () =>
    db.transaction().execute(async (tx) => {
      await requireActiveMember(tx, scope.space_id, viewer.user_id);
      const locked = await lockEvents(tx, viewer, input);
      const events = input.rsvp === null ? locked : await onlyOpen(tx, locked, viewer, input.event_id);
      const changes = await applyRsvps(tx, events, viewer.user_id, input.rsvp);
      await publishRsvps(tx, scope.space_id, changes);
      await notifyWaitlistPromotions(tx, context, changes, viewer.user_id);
    }),
  );
  // Read after the commit: others wait for the event meanwhile.
  const row = await findEvent(db, viewer, input.event_id);
  if (!row) throw new AppError('event_not_found');
  return row;
}

/** Locks an event, or all upcoming events of its series: from here on, changes of their rules wait. */
async function lockEvents(
  tx: Tx,
  viewer: Viewer,
  input: { event_id: string; scope: 'this' | 'all' },
): Promise<RsvpTarget[]> {
  const at = nowIso();
  const known = input.scope === 'all' ? await findEvent(tx, viewer, input.event_id) : null;
  if (known?.series_id) return await listRsvpTargets(tx, known.series_id, at);
  const event = await findRsvpTarget(tx, input.event_id);
  if (!event) throw new AppError('event_not_found');
  if (event.status === 'cancelled') throw new AppError('event_cancelled');
  if (event.ends_at <= at) throw new AppError('event_over');
  return [event];
}

/**
 * Returns those of the locked events that the viewer can open: events of a series have the same rules, but each has its hosts.
 * @throws AppError `event_locked` if the one that they chose isn't among them
 */
async function onlyOpen(
  tx: Tx,
  locked: RsvpTarget[],
  { user_id }: Viewer,
  eventId: string,
): Promise<RsvpTarget[]> {
  const items = await listEventItems(tx, [...new Set([eventId, ...locked.map(({ id }) => id)])]);
  const entries = await onlyOpenEvents(
    tx,
    items.map((event) => ({ event, user_id })),
  );
  const open = new Set(entries.map(({ event }) => event.id));
  if (!open.has(eventId)) throw new AppError('event_locked');
  return locked.filter(({ id }) => open.has(id));
}
