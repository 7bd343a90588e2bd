import type { Lock } from '#contract/features/access/access.ts';
import type { CalendarEvent, CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import { toImage } from '../uploads/index.ts';
import type { EventDetailRow, EventPageRow } from './calendar.queries.ts';
import { toInstant } from './times/wall-time.ts';

/** How the viewer sees an event: why it's locked for them, and whether they see its rules. */
interface Seen {
  lock: Lock | null;
  canEditSpace: boolean;
}

const hidden = { location_type: 'none', address: null } as const;

/** Maps a row to an event of the contract. Of a locked one, it's left out where it takes place. */
export function toEvent(
  { access_id: _, host_ids: __, ...row }: EventPageRow,
  { lock, canEditSpace }: Seen,
): CalendarEvent {
  return {
    ...row,
    ...(lock ? hidden : {}),
    cover: row.cover && toImage(row.cover),
    hosts: row.hosts ?? [],
    lock,
    access: canEditSpace ? row.access : null,
  };
}

/** Splits a row into what lists show and the rest. */
function toParts(row: EventDetailRow) {
  const { description, rule, changed_fields, original_local, series_time_zone, series_all_day, ...event } =
    row;
  return {
    event,
    details: { description, rule, changed_fields, original_local, series_time_zone, series_all_day },
  };
}

/** Returns when the rule of its series has an event that was moved; null if it takes place then. */
function toMovedFrom(
  row: Pick<
    EventDetailRow,
    'starts_at' | 'starts_local' | 'all_day' | 'original_local' | 'series_time_zone' | 'series_all_day'
  >,
): CalendarEventDetail['moved_from'] {
  const { original_local: starts_local, series_time_zone: zone, series_all_day: all_day } = row;
  if (starts_local === null || zone === null || all_day === null) return null;
  const starts_at = toInstant(starts_local, zone);
  // Times can't be compared with an all-day event, which belongs to a date.
  const isSame =
    all_day || row.all_day
      ? starts_local.slice(0, 10) === row.starts_local.slice(0, 10)
      : starts_at === row.starts_at;
  return isSame ? null : { starts_at, starts_local, all_day };
}

/** Maps a row to an event with its details, of which a locked one has no description. */
export function toEventDetail(row: EventDetailRow, seen: Seen): CalendarEventDetail {
  const { event, details } = toParts(row);
  return {
    ...toEvent(event, seen),
    description: seen.lock ? '' : details.description,
    repeat: details.rule,
    is_exception: details.changed_fields.length > 0,
    moved_from: toMovedFrom(row),
  };
}

/** Maps the row of an event without rules to a live event: nothing in it depends on the recipient. */
export function toPublishedEvent(row: EventDetailRow): CalendarEvent {
  return { ...toEvent(toParts(row).event, { lock: null, canEditSpace: false }), viewer_rsvp: null };
}
