import { newId } from '#server/platform/ids.ts';
import { eventTimesIn, newEventBySql } from './events.ts';
import type { SampleCall, SampleWorld } from './sample-world.ts';

const inSpace = ({ space }: SampleWorld) => ({ space_id: space.id });
const ofEvent = async ({ server, space, owner }: SampleWorld, fields: { url?: string } = {}) => ({
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
    input: (world) => ({
      ...inSpace(world),
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
    }),
  },
  list_agenda: { input: inSpace },
  create_event: {
    input: (world) => ({ ...inSpace(world), client_id: newId(), title: 'An evening', ...eventTimesIn(24) }),
  },
  get_event: { input: (world) => ofEvent(world) },
  get_event_link: {
    input: (world) => ofEvent(world, { url: 'https://meet.example.com/room' }),
    denialReason: ({ role }) => (role === 'member' ? 'event_link_not_open' : null),
  },
  update_event: { input: async (world) => ({ ...(await ofEvent(world)), title: 'Another title' }) },
  cancel_event: { input: (world) => ofEvent(world) },
  delete_event: { input: (world) => ofEvent(world) },
  set_rsvp: { input: async (world) => ({ ...(await ofEvent(world)), rsvp: 'going' as const }) },
  delete_rsvp: { input: (world) => ofEvent(world) },
  list_attendees: { input: (world) => ofEvent(world) },
  get_calendar_feed: { input: () => ({}) },
  create_calendar_feed: { input: () => ({}) },
  reset_calendar_feed: { input: () => ({}) },
  delete_calendar_feed: { input: () => ({}) },
};
