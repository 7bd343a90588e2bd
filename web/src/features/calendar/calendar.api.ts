import type { Rsvp } from '#contract/calendar.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { apiPages, apiQuery } from '#web/lib/query-client.ts';
import type { Span } from './calendar-days.ts';

/** The events that touch a span of time, 200 a page. Live events keep them true. */
export const spanPages = (spaceId: string, { from, to }: Span) =>
  apiPages('list_events', { space_id: spaceId, from, to }, ({ events, next_cursor }, client) => {
    writeEntities(client, { event: events });
    return { event_ids: events.map((event) => event.id), next_cursor };
  });

export type Direction = 'upcoming' | 'past';

/** Events one after the other, 20 a page: what is to come, soonest first, or what was, latest first. */
export const agendaPages = (spaceId: string, direction: Direction) =>
  apiPages('list_agenda', { space_id: spaceId, direction }, ({ events, next_cursor }, client) => {
    writeEntities(client, { event: events });
    return { event_ids: events.map((event) => event.id), next_cursor };
  });

/** One event with its description and how it repeats. */
export const eventQuery = (eventId: string) =>
  apiQuery('get_event', { event_id: eventId }, ({ event }, client) => {
    writeEntities(client, { event: [event] });
    return { event_id: event.id };
  });

/** The link of an online event: the server gives it only to those who may come, and only when it is time. */
export const eventLinkQuery = (eventId: string) => apiQuery('get_event_link', { event_id: eventId });

/** Who gave an answer, in the order in which they did, 50 a page. */
export const attendeePages = (eventId: string, rsvp: Rsvp) =>
  apiPages('list_attendees', { event_id: eventId, rsvp }, ({ attendees, next_cursor }, client) => {
    writeEntities(client, { person: attendees.map(({ user }) => user) });
    return { person_ids: attendees.map(({ user }) => user.id), next_cursor };
  });

/** The own secret calendar address, if there is one. */
export const calendarFeedQuery = apiQuery('get_calendar_feed', {});
