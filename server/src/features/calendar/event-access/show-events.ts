import type { Lock } from '#contract/features/access/access.ts';
import type { CalendarEvent, CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { listLocks } from '../../access/index.ts';
import { canAlwaysOpen } from '../calendar.policy.ts';
import type { EventDetailRow, EventPageRow } from '../calendar.queries.ts';
import { toEvent, toEventDetail } from '../calendar.view.ts';
import { type EventAccessColumns, listEventItems } from './event-access.queries.ts';

/** A space as the viewer of its events sees it. */
export type EventScope = Pick<SpaceContext, 'space_id' | 'role' | 'permissions'>;

/** An event with its rules and its hosts. */
type RuledEvent = EventAccessColumns & { id: string; host_ids: string[] };

/** Returns why the viewer can't open events, by their ids. It takes one statement, or none if no event has rules. */
async function listEventLocks(
  db: Db,
  viewer: Viewer | null,
  scope: EventScope,
  events: readonly RuledEvent[],
): Promise<Map<string, Lock>> {
  const closable = events.filter(({ host_ids }) => !canAlwaysOpen(viewer, scope, host_ids));
  const items = closable.map(({ access_id: id, access }) => ({ id, access }));
  const locks = await listLocks(db, { space_id: scope.space_id, user_id: viewer?.user_id ?? null }, items);
  return new Map(
    closable.flatMap(({ id, access_id }) => {
      const lock = locks.get(access_id);
      return lock ? [[id, lock] as const] : [];
    }),
  );
}

/** Maps rows to events as the viewer sees them. */
export async function showEvents(
  db: Db,
  viewer: Viewer | null,
  scope: EventScope,
  rows: readonly EventPageRow[],
): Promise<CalendarEvent[]> {
  const locks = await listEventLocks(db, viewer, scope, rows);
  return rows.map((row) => toEvent(row, { lock: locks.get(row.id) ?? null, ...scope.permissions }));
}

/** Maps a row to an event with its details, as the viewer sees it. */
export async function showEvent(
  db: Db,
  viewer: Viewer | null,
  scope: EventScope,
  row: EventDetailRow,
): Promise<CalendarEventDetail> {
  const locks = await listEventLocks(db, viewer, scope, [row]);
  return toEventDetail(row, { lock: locks.get(row.id) ?? null, ...scope.permissions });
}

/**
 * Checks that the viewer can open an event of the space.
 * @throws AppError `event_not_found`, `event_locked`
 */
export async function requireOpenEvent(
  db: Db,
  viewer: Viewer | null,
  scope: EventScope,
  eventId: string,
): Promise<void> {
  const [event] = await listEventItems(db, [eventId]);
  if (!event) throw new AppError('event_not_found');
  const locks = await listEventLocks(db, viewer, scope, [event]);
  if (locks.size > 0) throw new AppError('event_locked');
}
