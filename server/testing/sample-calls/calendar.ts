import { newId } from '#server/platform/ids.ts';
import { eventTimesIn, newEventBySql } from '../events.ts';
import type { SampleCall, SampleContext } from './sample-context.ts';

const inSpace = ({ space }: SampleContext) => ({ space_id: space.id });
const ofEvent = async ({ server, space, owner }: SampleContext, fields: { url?: string } = {}) => ({
  event_id: await newEventBySql(server, space.id, owner.user.id, fields),
});

type CalendarOperation =
  | 'list_events'
  | 'list_agenda'
  | 'create_event'
  | 'get_event'
  | 'get_event_link'
  | 'update_event'
  | 'cancel_event'
  | 'delete_event'
  | 'set_rsvp'
  | 'delete_rsvp'
  | 'list_attendees'
  | 'get_calendar_feed'
  | 'create_calendar_feed'
  | 'reset_calendar_feed'
  | 'delete_calendar_feed';

/** One valid call for every operation of the calendar. */
export const calendarSampleCalls: { [Id in CalendarOperation]: SampleCall<Id> } = {
  list_events: {
    input: (context) => ({
      ...inSpace(context),
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
    }),
  },
  list_agenda: { input: inSpace },
  create_event: {
    input: (context) => ({
      ...inSpace(context),
      client_id: newId(),
      title: 'An evening',
      ...eventTimesIn(24),
    }),
  },
  get_event: { input: (context) => ofEvent(context) },
  get_event_link: {
    input: (context) => ofEvent(context, { url: 'https://meet.example.com/room' }),
    denialReason: ({ role }) => (role === 'member' ? 'event_link_not_open' : null),
  },
  update_event: { input: async (context) => ({ ...(await ofEvent(context)), title: 'Another title' }) },
  cancel_event: { input: (context) => ofEvent(context) },
  delete_event: { input: (context) => ofEvent(context) },
  set_rsvp: { input: async (context) => ({ ...(await ofEvent(context)), rsvp: 'going' as const }) },
  delete_rsvp: { input: (context) => ofEvent(context) },
  list_attendees: { input: (context) => ofEvent(context) },
  get_calendar_feed: { input: () => ({}) },
  create_calendar_feed: { input: () => ({}) },
  reset_calendar_feed: { input: () => ({}) },
  delete_calendar_feed: { input: () => ({}) },
};
