import { nowIso, nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { denialReasonForLink } from './calendar.policy.ts';
import {
  type EventPageRow,
  findEvent,
  findEventLink,
  listEventsInRange,
  listPastEvents,
  listUpcomingEvents,
} from './calendar.queries.ts';
import { createEvent } from './create-event.ts';
import { maxEventMs, requireDateRange } from './date-range.ts';
import { endEvent } from './end-event.ts';
import { eventAccessRoutes } from './event-access/event-access.routes.ts';
import { requireOpenEvent, showEvent, showEvents } from './event-access/show-events.ts';
import { subscriptionRoutes } from './ics/subscription.routes.ts';
import { rsvpRoutes } from './rsvps/rsvps.routes.ts';
import { updateEvent } from './update-event.ts';

const rangePageSize = 200;
const agendaPageSize = 20;

const cursorOf = (kind: string) => (row: EventPageRow) =>
  encodeCursor(kind, { at: row.starts_at, id: row.id });

export function calendarRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('list_events', async ({ input, viewer, scope, liveCursor }) => {
    const after = decodeCursor('span', input.cursor, isTimestamp);
    const rows = await listEventsInRange(db, viewer, {
      space_id: scope.space_id,
      ...requireDateRange(input.from, input.to),
      after,
      limit: rangePageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, rangePageSize, cursorOf('span'));
    const events = await showEvents(db, viewer, scope, page);
    return { events, next_cursor, live_cursor: liveCursor };
  });

  route('list_agenda', async ({ input, viewer, scope, liveCursor }) => {
    const { direction } = input;
    const after = decodeCursor(direction, input.cursor, isTimestamp);
    const query = { space_id: scope.space_id, now: nowIso(), after, limit: agendaPageSize + 1 };
    const rows =
      direction === 'past'
        ? await listPastEvents(db, viewer, query)
        : await listUpcomingEvents(db, viewer, {
            ...query,
            started_after: new Date(nowMs() - maxEventMs).toISOString(),
          });
    const { page, next_cursor } = toPage(rows, agendaPageSize, cursorOf(direction));
    const events = await showEvents(db, viewer, scope, page);
    return { events, next_cursor, live_cursor: liveCursor };
  });

  route('create_event', async ({ input, viewer, scope }) => {
    return { event: await showEvent(db, viewer, scope, await createEvent(db, viewer, scope, input)) };
  });

  route('get_event', async ({ input, viewer, scope, liveCursor }) => {
    const row = await findEvent(db, viewer, input.event_id);
    if (!row) throw new AppError('event_not_found');
    return { event: await showEvent(db, viewer, scope, row), live_cursor: liveCursor };
  });

  route('get_event_link', async ({ input, viewer, scope }) => {
    await requireOpenEvent(db, viewer, scope, input.event_id);
    const event = await findEventLink(db, input.event_id, viewer.user_id);
    if (!event) throw new AppError('event_not_found');
    const denialReason = denialReasonForLink(viewer, scope, event, nowMs());
    if (denialReason || event.url === null) throw new AppError(denialReason ?? 'event_has_no_link');
    return { url: event.url };
  });

  route('update_event', async ({ input, viewer, scope }) => {
    return { event: await showEvent(db, viewer, scope, await updateEvent(platform, viewer, scope, input)) };
  });

  route('cancel_event', async ({ input, viewer, scope }) => {
    const row = await endEvent(platform, viewer, scope, { ...input, how: 'cancel' });
    if (!row) throw new AppError('event_not_found');
    return { event: await showEvent(db, viewer, scope, row) };
  });

  route('delete_event', async ({ input, viewer, scope }) => {
    await endEvent(platform, viewer, scope, { ...input, how: 'delete' });
    return {};
  });

  eventAccessRoutes(route, platform);
  rsvpRoutes(route, platform);
  subscriptionRoutes(route, platform);
}
