import { z } from 'zod';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from './endpoint.ts';
import { localTime, repeatRule } from './event-times.ts';
import { limitCharacters } from './limit-characters.ts';
import { maxEventAddress, maxEventCapacity, maxEventHosts, maxEventTitle } from './limits.ts';
import { sentHtml } from './rich-text.ts';
import { image } from './uploads.ts';
import { person } from './users.ts';

/** What a person has answered; `waiting` is Going for an event that was full: they are on the waiting list. */
export const rsvp = z.enum(['going', 'waiting', 'maybe', 'no']);
export type Rsvp = z.output<typeof rsvp>;

export const locationType = z.enum(['link', 'in_person', 'none']);

/** How many answered what. `waitlist_count` only with a capacity. */
const counts = {
  going_count: z.number().int(),
  maybe_count: z.number().int(),
  waitlist_count: z.number().int(),
  /** Rises with every change of the event and of its answers; the larger one wins. */
  version: z.number().int(),
};

/**
 * One event of a calendar: a single one, or one of a series (`series_id`). The series' events are all rows of their own.
 * The wall times are what was meant; the instants follow from them and the zone. A wall time that the clocks leave out is
 * moved on by what they skip (02:30 -> 03:30); of one that they show twice, the earlier is meant.
 */
export const calendarEvent = z.object({
  id,
  space_id: id,
  series_id: id.nullable(),
  /** Who created it. */
  user_id: id,
  title: z.string(),
  cover: image.nullable(),
  starts_at: timestamp,
  ends_at: timestamp,
  /** IANA name. */
  time_zone: z.string(),
  /**
   * Wall times in `time_zone`, `2026-11-21T18:00`. For an all-day event both are at midnight and the end is the day after
   * the last (excluded): show its days by these, in no zone.
   */
  starts_local: z.string(),
  ends_local: z.string(),
  all_day: z.boolean(),
  location_type: locationType,
  /** For `in_person`. The link of a `link` event comes from `get_event_link` only. */
  address: z.string().nullable(),
  hosts: z.array(person),
  capacity: z.number().int().nullable(),
  status: z.enum(['scheduled', 'cancelled']),
  ...counts,
  created_at: timestamp,
  edited_at: timestamp.nullable(),
  /** The viewer's own answer; null when there is none, and in live events. */
  viewer_rsvp: rsvp.nullable(),
});
export type CalendarEvent = z.output<typeof calendarEvent>;

/** An event with what its own page shows. */
export const calendarEventDetail = calendarEvent.extend({
  /** Sanitised HTML. */
  description: z.string(),
  /** How its series repeats; null for a single event. */
  repeat: repeatRule.nullable(),
  /** An event of a series that was changed on its own: such changes stay when the whole series is edited. */
  is_exception: z.boolean(),
});
export type CalendarEventDetail = z.output<typeof calendarEventDetail>;

/** Which events of a series an act is for, seen from the one named. Of a single event it is always `this`. */
export const recurrenceScope = z.enum(['this', 'this_and_following', 'all']);
export type RecurrenceScope = z.output<typeof recurrenceScope>;

export const eventTitleField = limitCharacters(z.string().trim(), {
  min: [3, 'Title must be at least 3 characters'],
  max: [maxEventTitle, 'Title must be at most 100 characters'],
});
export const eventUrlField = z
  .url({ protocol: /^https?$/, error: 'The link must begin with https:// or http://.' })
  .max(2000, 'The link is too long');
export const eventAddressField = limitCharacters(z.string().trim(), {
  min: [1, 'Add an address.'],
  max: [maxEventAddress, 'Address must be at most 300 characters'],
});

/** What can be said about an event when it is made, and changed later. */
const eventFields = {
  title: eventTitleField,
  /** HTML of the editor; sanitised before it is stored. At most 5,000 characters of text. */
  description: sentHtml('event', 'The description is too long'),
  /** An upload made for `event_cover`; null takes the cover away. */
  cover_upload_id: id.nullable(),
  starts_local: localTime,
  ends_local: localTime,
  time_zone: z.string().min(1).max(64),
  all_day: z.boolean(),
  location_type: locationType,
  /** Needed for `link`; kept for no other kind. */
  url: eventUrlField.nullable(),
  /** Needed for `in_person`; kept for no other kind. */
  address: eventAddressField.nullable(),
  host_ids: z.array(id).max(maxEventHosts, 'At most 5 hosts'),
  capacity: z
    .number()
    .int()
    .min(1, 'At least 1 seat')
    .max(maxEventCapacity, 'At most 10,000 seats')
    .nullable(),
};

const eventErrors = [
  'event_description_too_long',
  'event_ends_before_it_starts',
  'event_too_long',
  'event_not_whole_days',
  'unknown_time_zone',
  'event_link_needed',
  'event_address_needed',
  'event_host_not_member',
  'recurrence_too_many',
  'recurrence_too_long',
  'recurrence_empty',
  'upload_not_found',
] as const;

const inSpace = z.object({ space_id: id });
const ofEvent = z.object({ event_id: id });
const page = { events: z.array(calendarEvent), next_cursor: z.string().nullable(), live_cursor: liveCursor };
const oneEvent = z.object({ event: calendarEventDetail });

/** The member's own secret calendar address, for calendar programs. */
const feed = z.object({ url: z.url(), webcal_url: z.string() });

export const calendarEndpoints = {
  list_events: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/events',
    summary:
      'Events that touch a span of time (a month, a week: at most 62 days), by start, 200 a page. Cancelled ones are among them. All-day events belong to days, not instants: those of up to 26 hours on either side come along, so that every zone has its own.',
    access: 'space-viewer',
    feature: 'calendar',
    params: inSpace,
    query: z.object({ from: timestamp, to: timestamp, cursor }),
    output: z.object(page),
    errors: ['space_not_found', 'calendar_not_enabled', 'invalid_cursor', 'date_range_too_large'],
    rateLimit: 'none',
  }),
  list_agenda: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/agenda',
    summary: 'Events in order, 20 a page: those not over yet, soonest first, or the past ones, latest first.',
    access: 'space-viewer',
    feature: 'calendar',
    params: inSpace,
    query: z.object({ direction: z.enum(['upcoming', 'past']).default('upcoming'), cursor }),
    output: z.object(page),
    errors: ['space_not_found', 'calendar_not_enabled', 'invalid_cursor'],
    rateLimit: 'none',
  }),
  create_event: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/events',
    summary:
      'Create an event, or with `repeat` a series; answers the first. Sent twice with the same client_id it is created once.',
    access: 'space-editor',
    feature: 'calendar',
    params: inSpace,
    body: z.object({
      ...eventFields,
      client_id: id,
      description: eventFields.description.default(''),
      cover_upload_id: eventFields.cover_upload_id.default(null),
      all_day: eventFields.all_day.default(false),
      location_type: eventFields.location_type.default('none'),
      url: eventFields.url.default(null),
      address: eventFields.address.default(null),
      host_ids: eventFields.host_ids.default([]),
      capacity: eventFields.capacity.default(null),
      repeat: repeatRule.nullable().default(null),
    }),
    output: oneEvent,
    errors: ['space_not_found', 'calendar_not_enabled', 'membership_required', 'not_allowed', ...eventErrors],
    rateLimit: 'write',
  }),
  get_event: defineEndpoint({
    method: 'GET',
    path: '/api/events/:event_id',
    summary: 'One event with its description and how it repeats.',
    access: 'space-viewer',
    feature: 'calendar',
    params: ofEvent,
    output: z.object({ event: calendarEventDetail, live_cursor: liveCursor }),
    errors: ['event_not_found', 'calendar_not_enabled'],
    rateLimit: 'none',
  }),
  get_event_link: defineEndpoint({
    method: 'GET',
    path: '/api/events/:event_id/link',
    summary:
      'The link of an online event. For members from 15 minutes before the start until the end, and where seats are limited for those going; for owner, admins and hosts always.',
    access: 'space-member',
    feature: 'calendar',
    params: ofEvent,
    output: z.object({ url: z.string() }),
    errors: [
      'event_not_found',
      'calendar_not_enabled',
      'membership_required',
      'event_has_no_link',
      'event_cancelled',
      'event_link_not_open',
      'event_link_requires_rsvp',
    ],
    rateLimit: 'none',
  }),
  update_event: defineEndpoint({
    method: 'PATCH',
    path: '/api/events/:event_id',
    summary:
      'Change an event: this one, this and later (the series is split), or all (what was changed about single ones stays). New times are those of the named event; the others move by as much. `repeat` makes a single event a series, or gives the series (from here on) another rule; where that has no place for the named event, the next one is answered. Fields left out stay.',
    access: 'space-editor',
    feature: 'calendar',
    params: ofEvent,
    body: z
      .object(eventFields)
      .partial()
      .extend({
        scope: recurrenceScope.default('this'),
        /** Not with the scope `this` of an event in a series. */
        repeat: repeatRule.optional(),
      }),
    output: oneEvent,
    errors: [
      'event_not_found',
      'calendar_not_enabled',
      'membership_required',
      'not_allowed',
      'no_changes',
      'event_cancelled',
      'recurrence_scope_required',
      'capacity_below_attendance',
      ...eventErrors,
    ],
    rateLimit: 'write',
  }),
  cancel_event: defineEndpoint({
    method: 'PUT',
    path: '/api/events/:event_id/cancellation',
    summary:
      'Cancel an event: it stays in the calendar, marked, and those who meant to come are told. Past events of a series stay as they are.',
    access: 'space-editor',
    feature: 'calendar',
    params: ofEvent,
    body: z.object({ scope: recurrenceScope.default('this') }),
    output: oneEvent,
    errors: ['event_not_found', 'calendar_not_enabled', 'membership_required', 'not_allowed'],
    rateLimit: 'write',
  }),
  delete_event: defineEndpoint({
    method: 'DELETE',
    path: '/api/events/:event_id',
    summary:
      'Take an event out of the calendar. Those who meant to come to one that lay ahead are told that it is cancelled.',
    access: 'space-editor',
    feature: 'calendar',
    params: ofEvent,
    query: z.object({ scope: recurrenceScope.default('this') }),
    output: emptyResponse,
    errors: ['event_not_found', 'calendar_not_enabled', 'membership_required', 'not_allowed'],
    rateLimit: 'write',
  }),
  set_rsvp: defineEndpoint({
    method: 'PUT',
    path: '/api/events/:event_id/rsvp',
    summary:
      'Say Going, Maybe or No. Going to a full event puts one on the waiting list; a freed seat goes to the first waiting. `all` answers for every event of the series that lies ahead.',
    access: 'space-member',
    feature: 'calendar',
    params: ofEvent,
    body: z.object({
      rsvp: z.enum(['going', 'maybe', 'no']),
      scope: z.enum(['this', 'all']).default('this'),
    }),
    output: oneEvent,
    errors: [
      'event_not_found',
      'calendar_not_enabled',
      'membership_required',
      'event_cancelled',
      'event_over',
    ],
    rateLimit: 'write',
  }),
  delete_rsvp: defineEndpoint({
    method: 'DELETE',
    path: '/api/events/:event_id/rsvp',
    summary: 'Take the own answer back.',
    access: 'space-member',
    feature: 'calendar',
    params: ofEvent,
    output: oneEvent,
    errors: [
      'event_not_found',
      'calendar_not_enabled',
      'membership_required',
      'event_cancelled',
      'event_over',
    ],
    rateLimit: 'write',
  }),
  list_attendees: defineEndpoint({
    method: 'GET',
    path: '/api/events/:event_id/attendees',
    summary:
      'Who gave an answer, in the order in which they did, 50 a page. `waiting` is the waiting list, first in line first.',
    access: 'space-viewer',
    feature: 'calendar',
    params: ofEvent,
    query: z.object({ rsvp: rsvp.default('going'), cursor }),
    output: z.object({
      attendees: z.array(z.object({ user: person, responded_at: timestamp })),
      next_cursor: z.string().nullable(),
    }),
    errors: ['event_not_found', 'calendar_not_enabled', 'invalid_cursor'],
    rateLimit: 'none',
  }),
  get_calendar_feed: defineEndpoint({
    method: 'GET',
    path: '/api/calendar-feed',
    summary: 'The own secret calendar address, if there is one. Whoever knows it can read the own events.',
    access: 'signed-in',
    output: z.object({ feed: feed.nullable() }),
    errors: [],
    rateLimit: 'none',
  }),
  create_calendar_feed: defineEndpoint({
    method: 'PUT',
    path: '/api/calendar-feed',
    summary: 'The own secret calendar address; made when there is none.',
    access: 'signed-in',
    output: z.object({ feed }),
    errors: [],
    rateLimit: 'write',
  }),
  reset_calendar_feed: defineEndpoint({
    method: 'POST',
    path: '/api/calendar-feed/reset',
    summary: 'Another secret calendar address; the one until now answers 404 from here on.',
    access: 'signed-in',
    output: z.object({ feed }),
    errors: [],
    rateLimit: 'write',
  }),
  delete_calendar_feed: defineEndpoint({
    method: 'DELETE',
    path: '/api/calendar-feed',
    summary: 'End the own secret calendar address.',
    access: 'signed-in',
    output: emptyResponse,
    errors: [],
    rateLimit: 'write',
  }),
};

/** Live events of calendars, all on the space's topic. */
export const calendarLiveEvents = {
  'event.created': z.object({ event: calendarEvent }),
  /** `viewer_rsvp` is null in it: the hearer keeps their own. Whoever shows the description fetches it anew. */
  'event.changed': z.object({ event: calendarEvent }),
  'event.deleted': z.object({ event_id: id, version: z.number().int() }),
  /** The totals after answers; `answers` says whose answer is another now (also who moved up from the waiting list). */
  'event.rsvps_changed': z.object({
    events: z.array(
      z.object({
        event_id: id,
        ...counts,
        rsvps: z.array(z.object({ user_id: id, rsvp: rsvp.nullable() })),
      }),
    ),
  }),
  /** Many events are other ones now (a series was created or changed): fetch anew what is shown of this calendar. */
  'calendar.changed': z.object({ space_id: id }),
} as const;
