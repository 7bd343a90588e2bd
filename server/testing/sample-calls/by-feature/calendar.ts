import { newId } from '#server/platform/ids.ts';
import { eventTimesIn, newEventBySql } from '../../events.ts';
import { inSpace } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

const ofEvent = async ({ server, space, owner }: SampleContext, fields: { url?: string } = {}) => ({
  event_id: await newEventBySql(server, space.id, owner.user.id, fields),
});

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'calendar'> = {
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
      access: { match: 'all' as const, rules: [{ kind: 'level' as const, level: 2 }] },
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
  set_event_access: {
    input: async (context) => ({
      ...(await ofEvent(context)),
      match: 'all' as const,
      rules: [{ kind: 'level' as const, level: 2 }],
    }),
  },
  give_event_access: {
    input: async (context) => ({
      ...(await ofEvent(context)),
      client_id: newId(),
      to: { min_level: 1, min_days: 0 },
    }),
  },
  take_event_access: {
    input: async (context) => ({ ...(await ofEvent(context)), from: { client_id: newId() } }),
  },
  list_event_access: { input: (context) => ofEvent(context) },
  preview_event_access: {
    input: async (context) => ({
      ...(await ofEvent(context)),
      ...{ level: 1, days: 0, is_paying: 'false', is_granted: 'false', has_completed: 'false' },
    }),
  },
  get_calendar_feed: { input: () => ({}) },
  create_calendar_feed: { input: () => ({}) },
  reset_calendar_feed: { input: () => ({}) },
  delete_calendar_feed: { input: () => ({}) },
};
