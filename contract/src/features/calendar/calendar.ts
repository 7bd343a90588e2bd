import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { htmlInput } from '../../schema/rich-text.ts';
import { person } from '../../users.ts';
import { localTime, repeatRule } from '../../values/events/event-times.ts';
import { maxEventAddress, maxEventCapacity, maxEventHosts, maxEventTitle } from '../../values/limits.ts';
import { accessSettings, lock } from '../access/access.ts';
import { image } from '../uploads/uploads.ts';
import { eventAccessOperations } from './event-access.ts';

/** A person's RSVP. `waiting` is Going for an event that was full: they are on the waitlist. */
export const rsvp = z.enum(['going', 'waiting', 'maybe', 'no']);
export type Rsvp = z.output<typeof rsvp>;

export const locationType = z.enum(['link', 'in_person', 'none']);

/** RSVP totals. `waitlist_count` is above 0 only for events with a capacity. */
const counts = {
  going_count: z.number().int(),
  maybe_count: z.number().int(),
  waitlist_count: z.number().int(),
  /** Rises with every change of the event and its RSVPs; the larger one is newer. */
  version: z.number().int(),
};

/**
 * An event, single or of a series (`series_id`). Each event of a series has its own row. The wall times are what was
 * entered; the instants follow from them and the time zone. A wall time that the clocks skip moves forward by the gap
 * (02:30 -> 03:30); if it occurs twice, the earlier instant is used.
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
   * Wall times in `time_zone`, `2026-11-21T18:00`. For an all-day event both are at midnight, and the end is
   * exclusive: the day after the last. Show its days by these, without time zone conversion.
   */
  starts_local: z.string(),
  ends_local: z.string(),
  all_day: z.boolean(),
  location_type: locationType,
  /** For `in_person`. The link of a `link` event is only returned by `get_event_link`. */
  address: z.string().nullable(),
  hosts: z.array(person),
  capacity: z.number().int().nullable(),
  status: z.enum(['scheduled', 'cancelled']),
  ...counts,
  created_at: timestamp,
  edited_at: timestamp.nullable(),
  /** The viewer's RSVP; null if there is none, and always null in live events. */
  viewer_rsvp: rsvp.nullable(),
  /**
   * Why the viewer can't open it; null if they can. Where a locked event takes place, its description and its attendees are left out,
   * and it takes no RSVP but its withdrawal.
   */
  lock: lock.nullable(),
  /** Its rules, for editors; null for others and without any. */
  access: accessSettings.nullable(),
});
export type CalendarEvent = z.output<typeof calendarEvent>;

/** An event with what its own page shows. */
export const calendarEventDetail = calendarEvent.extend({
  /** Sanitized HTML. */
  description: z.string(),
  /** How its series repeats; null for a single event. */
  repeat: repeatRule.nullable(),
  /** Whether this event of a series was changed individually. Such changes stay when the whole series is edited. */
  is_exception: z.boolean(),
  /**
   * When the rule of its series has it, if this event was moved; otherwise null. For all-day series use the date of
   * `starts_local`.
   */
  moved_from: z.object({ starts_at: timestamp, starts_local: z.string(), all_day: z.boolean() }).nullable(),
});
export type CalendarEventDetail = z.output<typeof calendarEventDetail>;

/**
 * Which events of a series a change applies to, starting from the given one. For a single event it is always `this`.
 */
export const recurrenceScope = z.enum(['this', 'this_and_following', 'all']);
export type RecurrenceScope = z.output<typeof recurrenceScope>;

export const eventTitleField = limitCharacters(z.string().trim(), {
  min: [3, () => t('Title must be at least 3 characters')],
  max: [maxEventTitle, () => t('Title must be at most 100 characters')],
});
export const eventUrlField = z
  .url({ protocol: /^https?$/, error: () => t('The link must start with https:// or http://.') })
  .max(2000, { error: () => t('The link is too long') });
export const eventAddressField = limitCharacters(z.string().trim(), {
  min: [1, () => t('Add an address.')],
  max: [maxEventAddress, () => t('Address must be at most 300 characters')],
});

/** The editable fields of an event. */
const eventFields = {
  title: eventTitleField,
  /** HTML of the editor, sanitized before it is stored. At most 5,000 characters of text. */
  description: htmlInput('event', () => t('The description is too long')),
  /** An upload for `event_cover`; null removes the cover. */
  cover_upload_id: id.nullable(),
  starts_local: localTime,
  ends_local: localTime,
  time_zone: z.string().min(1).max(64),
  all_day: z.boolean(),
  location_type: locationType,
  /** Required for `link`; otherwise not stored. */
  url: eventUrlField.nullable(),
  /** Required for `in_person`; otherwise not stored. */
  address: eventAddressField.nullable(),
  host_ids: z.array(id).max(maxEventHosts, { error: () => t('At most 5 hosts') }),
  capacity: z
    .number()
    .int()
    .min(1, { error: () => t('At least 1 seat') })
    .max(maxEventCapacity, { error: () => t('At most {max, number} seats', { max: maxEventCapacity }) })
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

/** The viewer's private calendar subscription link, for calendar apps. */
const feed = z.object({ url: z.url(), webcal_url: z.string() });

export const calendarEndpoints = {
  list_events: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/events',
    summary:
      'List events that overlap a time range of up to 62 days, by start, 200 a page. Includes canceled ones. All-day events belong to dates, not instants: those within 26 hours of the range are included, so that every time zone has its own.',
    access: 'space-viewer',
    feature: 'calendar',
    params: inSpace,
    query: z.object({ from: timestamp, to: timestamp, cursor }),
    output: z.object(page),
    errors: ['date_range_too_large'],
    rateLimit: 'none',
  }),
  list_agenda: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/agenda',
    summary: 'List events, 20 a page: current and upcoming ones, soonest first, or past ones, latest first.',
    access: 'space-viewer',
    feature: 'calendar',
    params: inSpace,
    query: z.object({ direction: z.enum(['upcoming', 'past']).default('upcoming'), cursor }),
    output: z.object(page),
    rateLimit: 'none',
  }),
  create_event: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/events',
    summary:
      'Create an event, or a series with `repeat`, with its access rules; returns the first event. Repeating the call in the space with the same client_id creates nothing new.',
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
      /** Who can open it, or all events of the series; null for everyone who sees the calendar. */
      access: accessSettings.nullable().default(null),
    }),
    output: oneEvent,
    errors: [...eventErrors, 'event_not_found', 'prerequisite_not_found'],
    rateLimit: 'write',
  }),
  get_event: defineEndpoint({
    method: 'GET',
    path: '/api/events/:event_id',
    summary: 'Get an event with its description and recurrence rule.',
    access: 'space-viewer',
    feature: 'calendar',
    params: ofEvent,
    output: z.object({ event: calendarEventDetail, live_cursor: liveCursor }),
    rateLimit: 'none',
  }),
  get_event_link: defineEndpoint({
    method: 'GET',
    path: '/api/events/:event_id/link',
    summary:
      'Get the link of an online event. Members get it from 15 minutes before the start until the end, if capacity is limited only those who are going; moderators and hosts always.',
    access: 'space-member',
    feature: 'calendar',
    params: ofEvent,
    output: z.object({ url: z.string() }),
    errors: [
      'event_locked',
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
      'Change an event: this one, this and following (splits the series), or all (individual changes stay). New times apply to the given event; the others move by the same amount. `repeat` turns a single event into a series, or gives the series (from this event on) a new rule; if the given event does not match it, the next one is returned. Missing fields stay unchanged.',
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
      'Cancel an event: it stays on the calendar, marked as canceled, and attendees are notified. Past events of a series stay unchanged.',
    access: 'space-editor',
    feature: 'calendar',
    params: ofEvent,
    body: z.object({ scope: recurrenceScope.default('this') }),
    output: oneEvent,
    rateLimit: 'write',
  }),
  delete_event: defineEndpoint({
    method: 'DELETE',
    path: '/api/events/:event_id',
    summary: 'Delete an event. Attendees of upcoming events are notified that it is canceled.',
    access: 'space-editor',
    feature: 'calendar',
    params: ofEvent,
    query: z.object({ scope: recurrenceScope.default('this') }),
    output: emptyResponse,
    rateLimit: 'write',
  }),
  set_rsvp: defineEndpoint({
    method: 'PUT',
    path: '/api/events/:event_id/rsvp',
    summary:
      'RSVP going, maybe or no. Going to a full event joins the waitlist; a freed seat goes to the first person on it. `all` applies to all upcoming events of the series.',
    access: 'space-member',
    feature: 'calendar',
    params: ofEvent,
    body: z.object({
      rsvp: z.enum(['going', 'maybe', 'no']),
      scope: z.enum(['this', 'all']).default('this'),
    }),
    output: oneEvent,
    errors: ['event_locked', 'event_cancelled', 'event_over'],
    rateLimit: 'write',
  }),
  delete_rsvp: defineEndpoint({
    method: 'DELETE',
    path: '/api/events/:event_id/rsvp',
    summary: "Withdraw the viewer's RSVP.",
    access: 'space-member',
    feature: 'calendar',
    params: ofEvent,
    output: oneEvent,
    errors: ['event_cancelled', 'event_over'],
    rateLimit: 'write',
  }),
  list_attendees: defineEndpoint({
    method: 'GET',
    path: '/api/events/:event_id/attendees',
    summary:
      'List people by RSVP, in the order in which they responded, 50 a page. `waiting` is the waitlist, first in line first.',
    access: 'space-viewer',
    feature: 'calendar',
    params: ofEvent,
    query: z.object({ rsvp: rsvp.default('going'), cursor }),
    output: z.object({
      attendees: z.array(z.object({ user: person, responded_at: timestamp })),
      next_cursor: z.string().nullable(),
    }),
    errors: ['event_locked'],
    rateLimit: 'none',
  }),
  ...eventAccessOperations,
  get_calendar_feed: defineEndpoint({
    method: 'GET',
    path: '/api/calendar-feed',
    summary: "Get the viewer's private calendar link, or null. Anyone with the link can read their events.",
    access: 'signed-in',
    output: z.object({ feed: feed.nullable() }),
    rateLimit: 'none',
  }),
  create_calendar_feed: defineEndpoint({
    method: 'PUT',
    path: '/api/calendar-feed',
    summary: "Get the viewer's private calendar link, creating it if needed.",
    access: 'signed-in',
    output: z.object({ feed }),
    rateLimit: 'write',
  }),
  reset_calendar_feed: defineEndpoint({
    method: 'POST',
    path: '/api/calendar-feed/reset',
    summary: "Replace the viewer's private calendar link. The previous one returns 404 from now on.",
    access: 'signed-in',
    output: z.object({ feed }),
    rateLimit: 'write',
  }),
  delete_calendar_feed: defineEndpoint({
    method: 'DELETE',
    path: '/api/calendar-feed',
    summary: "Delete the viewer's private calendar link.",
    access: 'signed-in',
    output: emptyResponse,
    rateLimit: 'write',
  }),
};

/**
 * Live events of calendars, on the space's channel. An event with access rules is never part of one, nor whose RSVP to it changed:
 * `calendar.changed` stands for that, for the RSVP on the user's channel.
 */
export const calendarLiveEvents = {
  'event.created': z.object({ event: calendarEvent }),
  /** `viewer_rsvp` is always null; clients keep the value they have. Pages that show the description refetch it. */
  'event.changed': z.object({ event: calendarEvent }),
  'event.deleted': z.object({ event_id: id, version: z.number().int() }),
  /**
   * The totals after RSVPs changed; `rsvps` lists whose RSVP changed, including people who moved up from the
   * waitlist.
   */
  'event.rsvps_changed': z.object({
    events: z.array(
      z.object({
        event_id: id,
        ...counts,
        rsvps: z.array(z.object({ user_id: id, rsvp: rsvp.nullable() })),
      }),
    ),
  }),
  /** Many events changed (a series was created or changed): refetch what is shown of this calendar. */
  'calendar.changed': z.object({ space_id: id }),
} as const;
