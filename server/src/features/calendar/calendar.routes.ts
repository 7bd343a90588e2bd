import { nowIso, nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import {
  decodeCursor,
  encodeCursor,
  isInteger,
  isTimestamp,
  toPage,
} from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { denialReasonForLink } from './calendar.policy.ts';
import {
  type EventPageRow,
  findEvent,
  findEventLink,
  listEventsInSpan,
  listPastEvents,
  listUpcomingEvents,
} from './calendar.queries.ts';
import { toEvent, toEventDetail } from './calendar.view.ts';
import { createEvent } from './create-event.ts';
import { longestEvent, requireSpan } from './date-range.ts';
import { endEvent } from './end-event.ts';
import { feedLinkOf, removeFeed, resetFeed, startFeed } from './ics/subscription-link.ts';
import { listAttendees } from './rsvps/rsvps.queries.ts';
import { setRsvp } from './rsvps/set-rsvp.ts';
import { updateEvent } from './update-event.ts';

const spanPage = 200;
const agendaPage = 20;
const attendeesPage = 50;

const cursorOf = (kind: string) => (row: EventPageRow) =>
  encodeCursor(kind, { at: row.starts_at, id: row.id });

export function calendarRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('list_events', async ({ input, viewer, scope, liveCursor }) => {
    const after = decodeCursor('span', input.cursor, isTimestamp);
    const rows = await listEventsInSpan(db, viewer, {
      space_id: scope.space_id,
      ...requireSpan(input.from, input.to),
      after,
      limit: spanPage + 1,
    });
    const { page, next_cursor } = toPage(rows, spanPage, cursorOf('span'));
    return { events: page.map(toEvent), next_cursor, live_cursor: liveCursor };
  });

  route('list_agenda', async ({ input, viewer, scope, liveCursor }) => {
    const { direction } = input;
    const after = decodeCursor(direction, input.cursor, isTimestamp);
    const wanted = { space_id: scope.space_id, now: nowIso(), after, limit: agendaPage + 1 };
    const rows =
      direction === 'past'
        ? await listPastEvents(db, viewer, wanted)
        : await listUpcomingEvents(db, viewer, {
            ...wanted,
            begun_after: new Date(nowMs() - longestEvent).toISOString(),
          });
    const { page, next_cursor } = toPage(rows, agendaPage, cursorOf(direction));
    return { events: page.map(toEvent), next_cursor, live_cursor: liveCursor };
  });

  route('create_event', async ({ input, viewer, scope }) => {
    return { event: toEventDetail(await createEvent(db, viewer, scope, input)) };
  });

  route('get_event', async ({ input, viewer, liveCursor }) => {
    const row = await findEvent(db, viewer, input.event_id);
    if (!row) throw new AppError('event_not_found');
    return { event: toEventDetail(row), live_cursor: liveCursor };
  });

  route('get_event_link', async ({ input, viewer, scope }) => {
    const event = await findEventLink(db, input.event_id, viewer.user_id);
    if (!event) throw new AppError('event_not_found');
    const denialReason = denialReasonForLink(viewer, scope, event, nowMs());
    if (denialReason || event.url === null) throw new AppError(denialReason ?? 'event_has_no_link');
    return { url: event.url };
  });

  route('update_event', async ({ input, viewer, scope }) => {
    return { event: toEventDetail(await updateEvent(platform, viewer, scope, input)) };
  });

  route('cancel_event', async ({ input, viewer, scope }) => {
    const row = await endEvent(platform, viewer, scope, { ...input, how: 'cancel' });
    if (!row) throw new AppError('event_not_found');
    return { event: toEventDetail(row) };
  });

  route('delete_event', async ({ input, viewer, scope }) => {
    await endEvent(platform, viewer, scope, { ...input, how: 'delete' });
    return {};
  });

  route('set_rsvp', async ({ input, viewer, scope }) => {
    return { event: toEventDetail(await setRsvp(platform, viewer, scope, input)) };
  });

  route('delete_rsvp', async ({ input, viewer, scope }) => {
    const joinIntent = { event_id: input.event_id, rsvp: null, scope: 'this' as const };
    return { event: toEventDetail(await setRsvp(platform, viewer, scope, joinIntent)) };
  });

  route('list_attendees', async ({ input }) => {
    const after = decodeCursor(input.rsvp, input.cursor, isInteger);
    const rows = await listAttendees(db, {
      event_id: input.event_id,
      rsvp: input.rsvp,
      after: after && { queue_position: Number(after.at), user_id: after.id },
      limit: attendeesPage + 1,
    });
    const { page, next_cursor } = toPage(rows, attendeesPage, (row) =>
      encodeCursor(input.rsvp, { at: String(row.queue_position), id: row.user_id }),
    );
    return { attendees: page.map(({ user, responded_at }) => ({ user, responded_at })), next_cursor };
  });

  route('get_calendar_feed', async ({ viewer }) => ({ feed: await feedLinkOf(platform, viewer) }));
  route('create_calendar_feed', async ({ viewer }) => ({ feed: await startFeed(platform, viewer) }));
  route('reset_calendar_feed', async ({ viewer }) => ({ feed: await resetFeed(platform, viewer) }));
  route('delete_calendar_feed', async ({ viewer }) => {
    await removeFeed(platform, viewer);
    return {};
  });
}
