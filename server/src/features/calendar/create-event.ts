import type { AccessSettings } from '#contract/features/access/access.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { findCreatedId } from '#server/platform/db/created.queries.ts';
import { type Database, isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { itemAccess } from '../access/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { type EventDetailRow, findEvent } from './calendar.queries.ts';
import { type EventContent, requireContent } from './event-content.ts';
import { publishEvent } from './publish-event.ts';
import { attachCover, requireHosts } from './require-parts.ts';
import { insertEvents, insertSeries } from './series/series.queries.ts';
import { eventAt } from './series/series-events.ts';
import { expandRule } from './times/expand-rule.ts';
import { requireTimes, type WallTimes } from './times/wall-time.ts';

export interface NewEvent extends EventContent, WallTimes {
  client_id: string;
  repeat: RepeatRule | null;
  /** Who can open it; null for everyone who sees the calendar. */
  access: AccessSettings | null;
}

/**
 * Creates an event or a series with its rules. Returns the first event, or that of an earlier call with the same client id.
 * @throws AppError `event_not_found` if that one was deleted, `prerequisite_not_found`
 */
export async function createEvent(
  db: Database,
  viewer: Viewer,
  scope: Pick<SpaceContext, 'space_id'>,
  input: NewEvent,
): Promise<EventDetailRow> {
  const content = requireContent(input);
  const times = requireTimes(input);
  const starts = input.repeat ? expandRule(input.repeat, times.starts_local) : [times.starts_local];

  const insert = async (tx: Tx): Promise<EventDetailRow> => {
    const { space_id } = scope;
    await requireActiveMember(tx, space_id, viewer.user_id, { access: 'space-editor' });
    const earlier = await findCreatedId(tx, 'events', { ...viewer, space_id, client_id: input.client_id });
    if (earlier) return await requireEvent(tx, viewer, earlier);
    const at = nowIso();
    await requireHosts(tx, scope.space_id, content.host_ids);
    await attachCover(tx, viewer, scope.space_id, content.cover_upload_id, at);
    const seriesId = input.repeat ? newId() : null;
    const events = starts.map((local, index) => ({
      ...eventAt(local, {
        ...times,
        content,
        series_id: seriesId,
        space_id: scope.space_id,
        user_id: viewer.user_id,
      }),
      client_id: index === 0 ? input.client_id : null,
      created_at: at,
    }));
    const [first] = events;
    if (!first) throw new AppError('recurrence_empty');
    if (input.repeat && seriesId) {
      await insertSeries(tx, {
        id: seriesId,
        space_id: scope.space_id,
        user_id: viewer.user_id,
        rule: input.repeat,
        content,
        time_zone: first.time_zone,
        all_day: first.all_day,
        starts_local: first.starts_local,
        ends_local: first.ends_local,
        sequence: 0,
        created_at: at,
      });
    }
    await insertEvents(tx, events);
    const of = seriesId ? { series_id: seriesId } : { event_id: first.id };
    const item = { space_id, ...of, title: content.title };
    if (input.access) await itemAccess.save(tx, item, input.access, viewer.user_id);
    const row = await requireEvent(tx, viewer, first.id);
    if (seriesId) {
      await publish(tx, spaceChannel(scope.space_id), 'calendar.changed', { space_id: scope.space_id });
    } else await publishEvent(tx, 'event.created', row);
    return row;
  };

  try {
    return await db.transaction().execute(insert);
  } catch (error) {
    // The same event was created by a concurrent call; return that one.
    if (!isUniqueViolation(error)) throw error;
    return await db.transaction().execute(insert);
  }
}

async function requireEvent(tx: Tx, viewer: Viewer, eventId: string): Promise<EventDetailRow> {
  const row = await findEvent(tx, viewer, eventId);
  if (!row) throw new AppError('event_not_found');
  return row;
}
