import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { AccessWrite } from '../../access/index.ts';
import { requireActiveMember } from '../../members/index.ts';
import type { NotificationContext } from '../../notifications/index.ts';
import { fillOpenedSeats } from '../rsvps/fill-free-seats.job.ts';
import { lockEventSeries } from '../series/lock-event-series.ts';

/**
 * A write of who can open an event and its series, for `itemAccess`. Members on the waitlist may get seats by it.
 * @throws AppError `event_not_found`
 */
export function eventWrite(
  context: NotificationContext,
  viewer: Viewer,
  { space_id }: Pick<SpaceContext, 'space_id'>,
  eventId: string,
): AccessWrite {
  return {
    edit: (work) =>
      context.db.transaction().execute(async (tx) => {
        await requireActiveMember(tx, space_id, viewer.user_id, { access: 'space-editor' });
        const { event, series, events } = await lockEventSeries(tx, eventId);
        const of = series ? { series_id: series.id } : { event_id: event.id };
        const result = await work(tx, { space_id, ...of, title: event.title });
        const existing = events.filter(({ deleted_at }) => deleted_at === null);
        await fillOpenedSeats(tx, context, existing, viewer.user_id);
        return result;
      }),
    changed: 'calendar.changed',
  };
}
