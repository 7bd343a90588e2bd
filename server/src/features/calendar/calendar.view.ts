import type { CalendarEvent, CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import { toImage } from '../uploads/index.ts';
import type { EventDetailRow, EventPageRow } from './calendar.queries.ts';
import { toInstant } from './times/wall-time.ts';

/** Maps a row to an event of the contract. */
export function toEvent(row: EventPageRow): CalendarEvent {
  return { ...row, cover: row.cover && toImage(row.cover), hosts: row.hosts ?? [] };
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

/** Maps a row to an event with its details. */
export function toEventDetail(row: EventDetailRow): CalendarEventDetail {
  const { event, details } = toParts(row);
  return {
    ...toEvent(event),
    description: details.description,
    repeat: details.rule,
    is_exception: details.changed_fields.length > 0,
    moved_from: toMovedFrom(row),
  };
}

/** Maps a row to a live event: nothing in it depends on the recipient. */
export function toPublishedEvent(row: EventDetailRow): CalendarEvent {
  return { ...toEvent(toParts(row).event), viewer_rsvp: null };
}
