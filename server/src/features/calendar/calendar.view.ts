import type { CalendarEvent, CalendarEventDetail } from '#contract/calendar.ts';
import { toImage } from '../uploads/index.ts';
import type { EventDetailRow, EventPageRow } from './calendar.queries.ts';

/** Maps a row to an event of the contract. */
export function toEvent(row: EventPageRow): CalendarEvent {
  return { ...row, cover: row.cover && toImage(row.cover), hosts: row.hosts ?? [] };
}

/** Maps a row to an event with its details. */
export function toEventDetail(row: EventDetailRow): CalendarEventDetail {
  const { rule, changed_fields, ...event } = row;
  return {
    ...toEvent(event),
    description: row.description,
    repeat: rule,
    is_exception: changed_fields.length > 0,
  };
}

/** Maps a row to a live event: nothing in it depends on the recipient. */
export function toPublishedEvent(row: EventDetailRow): CalendarEvent {
  const { description: _description, rule: _rule, changed_fields: _fields, ...event } = row;
  return { ...toEvent(event), viewer_rsvp: null };
}
