import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireActiveMember } from '../../members/index.ts';
import type { NotificationContext } from '../../notifications/index.ts';
import { type EventDetailRow, selectEvent } from '../calendar.queries.ts';
import { tellSeats } from '../notices/tell-seats.ts';
import { giveAnswer, publishRsvps, type RsvpChange } from './give-seats.ts';
import { type AnsweredEvent, selectAnsweredEvent, selectAnsweredSeries } from './rsvps.queries.ts';

/**
 * Says whether the viewer comes to an event, or to all of its series that lie ahead; null takes the answer back.
 * @throws AppError `event_not_found`, `membership_required`, `event_cancelled`, `event_over`
 */
export async function setRsvp(
  context: NotificationContext,
  viewer: Viewer,
  scope: Pick<SpaceScope, 'space_id'>,
  input: { event_id: string; answer: 'going' | 'maybe' | 'no' | null; scope: 'this' | 'all' },
): Promise<EventDetailRow> {
  const { db } = context;
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, scope.space_id, viewer.user_id);
    const at = nowText();
    const known = input.scope === 'all' ? await selectEvent(tx, viewer, input.event_id) : null;
    let events: AnsweredEvent[];
    if (known?.series_id) events = await selectAnsweredSeries(tx, known.series_id, at);
    else {
      const event = await selectAnsweredEvent(tx, input.event_id);
      if (!event) throw new AppError('event_not_found');
      if (event.status === 'cancelled') throw new AppError('event_cancelled');
      if (event.ends_at <= at) throw new AppError('event_over');
      events = [event];
    }
    const changes: RsvpChange[] = [];
    for (const event of events) {
      const change = await giveAnswer(tx, event, viewer.user_id, input.answer);
      if (change) changes.push(change);
    }
    await publishRsvps(tx, scope.space_id, changes);
    await tellSeats(tx, context, changes, viewer.user_id);
  });
  // Read after the commit: others wait for the event meanwhile.
  const row = await selectEvent(db, viewer, input.event_id);
  if (!row) throw new AppError('event_not_found');
  return row;
}
