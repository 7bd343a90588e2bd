import type { RecurrenceScope } from '#contract/features/calendar/calendar.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members/index.ts';
import { type EventDetailRow, findEvent } from './calendar.queries.ts';
import { enqueueChangeNotifications } from './notifications/notify-event-changed.job.ts';
import { publishEvent } from './publish-event.ts';
import { releaseCovers } from './require-parts.ts';
import { type LockedSeries, lockEventSeries } from './series/lock-event-series.ts';
import { type LockedEvent, type StoredEvent, updateSeries } from './series/series.queries.ts';
import { endAfter } from './series/series-dates.ts';
import { updateEvents } from './series/update-events.queries.ts';

/**
 * Returns the events that aren't deleted and that the change applies to: this one, this and following, or all of the
 * series.
 */
function eventsInScope({ event, events }: LockedSeries, scope: RecurrenceScope): LockedEvent[] {
  const existing = events.filter(({ deleted_at }) => deleted_at === null);
  if (scope === 'this') return [event];
  if (scope === 'all') return existing;
  const from = event.original_local ?? '';
  return existing.filter(({ original_local }) => (original_local ?? '') >= from);
}

/**
 * Cancels events (they stay, marked) or deletes them. Repeating it changes nothing. Canceling leaves past events
 * unchanged.
 * @returns the given event, or null once it is deleted
 */
export async function endEvent(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: { event_id: string; scope: RecurrenceScope; how: 'cancel' | 'delete' },
): Promise<EventDetailRow | null> {
  return await context.db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, scope.space_id, viewer.user_id, { access: 'space-editor' });
    const locked = await lockEventSeries(tx, input.event_id);
    const at = nowIso();
    const ended = eventsInScope(locked, locked.series ? input.scope : 'this')
      .filter(
        (event) =>
          input.how === 'delete' ||
          (event.status === 'scheduled' && (input.scope === 'this' || event.ends_at > at)),
      )
      .map(
        (event): StoredEvent => ({
          ...event,
          ...(input.how === 'delete' ? { deleted_at: at } : { status: 'cancelled', edited_at: at }),
          sequence: event.sequence + 1,
        }),
      );
    const { series, events } = locked;
    const index = events.findIndex(({ id }) => id === input.event_id);
    const cutsSeries = series && input.how === 'delete' && input.scope === 'this_and_following' && index > 0;
    if (series && cutsSeries) {
      // Events deleted to the end of a series leave it, and the series ends before them.
      const rest = new Map(events.slice(index).map((event) => [event.id, event as StoredEvent]));
      for (const event of ended) rest.set(event.id, event);
      const detached = { series_id: null, original_local: null };
      await updateEvents(
        tx,
        [...rest.values()].map((event) => ({ ...event, ...detached })),
      );
      await updateSeries(
        tx,
        { ...series, rule: endAfter(series.rule, index), sequence: series.sequence + 1 },
        at,
      );
    } else await updateEvents(tx, ended);
    if (input.how === 'delete') await releaseCovers(tx, context, locked);

    const row = await findEvent(tx, viewer, input.event_id);
    if (ended.length === 0) return row;
    const channel = spaceChannel(scope.space_id);
    if (ended.length > 1) await publish(tx, channel, 'calendar.changed', { space_id: scope.space_id });
    else if (row) await publishEvent(tx, 'event.changed', row);
    else {
      const version = locked.event.version + 1;
      await publish(tx, channel, 'event.deleted', { event_id: input.event_id, version });
    }
    await enqueueChangeNotifications(tx, context.jobs, {
      actor_id: viewer.user_id,
      before: events,
      after: ended,
      at,
    });
    return row;
  });
}
