import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isInteger, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireOpenEvent, showEvent } from '../event-access/show-events.ts';
import { listAttendees } from './rsvps.queries.ts';
import { setRsvp } from './set-rsvp.ts';

const attendeesPageSize = 50;

export function rsvpRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('set_rsvp', async ({ input, viewer, scope }) => {
    return { event: await showEvent(db, viewer, scope, await setRsvp(platform, viewer, scope, input)) };
  });

  route('delete_rsvp', async ({ input, viewer, scope }) => {
    const withdrawal = { event_id: input.event_id, rsvp: null, scope: 'this' as const };
    return { event: await showEvent(db, viewer, scope, await setRsvp(platform, viewer, scope, withdrawal)) };
  });

  route('list_attendees', async ({ input, viewer, scope }) => {
    await requireOpenEvent(db, viewer, scope, input.event_id);
    const after = decodeCursor(input.rsvp, input.cursor, isInteger);
    const rows = await listAttendees(db, {
      event_id: input.event_id,
      rsvp: input.rsvp,
      after: after && { queue_position: Number(after.at), user_id: after.id },
      limit: attendeesPageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, attendeesPageSize, (row) =>
      encodeCursor(input.rsvp, { at: String(row.queue_position), id: row.user_id }),
    );
    return { attendees: page.map(({ user, responded_at }) => ({ user, responded_at })), next_cursor };
  });
}
