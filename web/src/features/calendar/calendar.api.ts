import type { Rsvp } from '#contract/features/calendar/calendar.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';
import { personEntity } from '#web/lib/cache/shared-entities.ts';
import { eventEntity } from './calendar.entity.ts';
import type { Span } from './views/calendar-days.ts';

/** The events that overlap a time span, 200 a page. Live events keep them up to date. */
export const spanPages = (spaceId: string, { from, to }: Span) =>
  apiPages('list_events', { space_id: spaceId, from, to }, ({ events, next_cursor }, client) => {
    writeEntities(client, eventEntity, events);
    return { event_ids: events.map((event) => event.id), next_cursor };
  });

export type Direction = 'upcoming' | 'past';

/** Events in order, 20 a page: upcoming ones soonest first, or past ones latest first. */
export const agendaPages = (spaceId: string, direction: Direction) =>
  apiPages('list_agenda', { space_id: spaceId, direction }, ({ events, next_cursor }, client) => {
    writeEntities(client, eventEntity, events);
    return { event_ids: events.map((event) => event.id), next_cursor };
  });

/** One event with its description and recurrence rule. */
export const eventQuery = (eventId: string) =>
  apiQuery('get_event', { event_id: eventId }, ({ event }, client) => {
    writeEntities(client, eventEntity, [event]);
    return { event_id: event.id };
  });

/** The link of an online event. The server returns it only to people who can attend, and only when it is time. */
export const eventLinkQuery = (eventId: string) => apiQuery('get_event_link', { event_id: eventId });

/** Members with an RSVP, in the order they responded, 50 a page. */
export const attendeePages = (eventId: string, rsvp: Rsvp) =>
  apiPages('list_attendees', { event_id: eventId, rsvp }, ({ attendees, next_cursor }, client) => {
    writeEntities(
      client,
      personEntity,
      attendees.map(({ user }) => user),
    );
    return { person_ids: attendees.map(({ user }) => user.id), next_cursor };
  });

/** The viewer's calendar subscription, if they have one. */
export const calendarFeedQuery = apiQuery('get_calendar_feed', {});
