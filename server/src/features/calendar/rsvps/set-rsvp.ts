import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { createWorkSlots } from '#server/platform/limits/work-slots.ts';
import { requireActiveMember } from '../../members/index.ts';
import type { NotificationContext } from '../../notifications/index.ts';
import { type EventDetailRow, findEvent } from '../calendar.queries.ts';
import { listEventItems } from '../event-access/event-access.queries.ts';
import { listEventReaders } from '../event-access/list-event-readers.ts';
import { notifyWaitlistPromotions } from '../notifications/notify-waitlist-promotions.ts';
import { applyRsvps, publishRsvps } from './give-seats.ts';
import { findRsvpTarget, listRsvpTargets, type RsvpTarget } from './rsvps.queries.ts';

/** RSVPs hold a database connection while they wait for each other's locks, so only a few run at the same time. */
const slots = createWorkSlots({ concurrency: 6, maxQueuedPerUser: 5, maxQueued: 1_000 });

/**
 * Sets the viewer's RSVP to an event or to all upcoming events of its series; null deletes it, also of an event that is locked.
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
      if (input.rsvp !== null) await requireOpen(tx, input.event_id, viewer.user_id);
      const at = nowIso();
      const known = input.scope === 'all' ? await findEvent(tx, viewer, input.event_id) : null;
      let events: RsvpTarget[];
      if (known?.series_id) events = await listRsvpTargets(tx, known.series_id, at);
      else {
        const event = await findRsvpTarget(tx, input.event_id);
        if (!event) throw new AppError('event_not_found');
        if (event.status === 'cancelled') throw new AppError('event_cancelled');
        if (event.ends_at <= at) throw new AppError('event_over');
        events = [event];
      }
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

/** Checks that a member can open an event. @throws AppError `event_locked` */
async function requireOpen(tx: Tx, eventId: string, userId: string): Promise<void> {
  const [event] = await listEventItems(tx, [eventId]);
  if (event && (await listEventReaders(tx, event, [userId])).length === 0) throw new AppError('event_locked');
}
