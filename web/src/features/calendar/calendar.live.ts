import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { patchEntity, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import {
  type EventOf,
  type LiveContext,
  registerChannelRefetch,
  registerLiveHandler,
} from '#web/lib/live/live-client.ts';
import { eventEntity } from './calendar.entity.ts';

type ChangeEvent = EventOf<'event.changed'> | EventOf<'event.rsvps_changed'>;

/** Applies a live event to an event. Older versions are ignored; what depends on the viewer is kept. */
export function applyToEvent<E extends CalendarEvent>(
  event: E,
  { type, payload }: ChangeEvent,
  viewerId: string | null,
): E {
  if (type === 'event.changed') {
    if (payload.event.id !== event.id || payload.event.version <= event.version) return event;
    const { viewer_rsvp, lock, access } = event;
    return { ...event, ...payload.event, viewer_rsvp, lock, access };
  }
  const change = payload.events.find(({ event_id }) => event_id === event.id);
  if (!change || change.version <= event.version) return event;
  const { going_count, maybe_count, waitlist_count, version, rsvps } = change;
  const viewerRsvp = rsvps.find(({ user_id }) => user_id === viewerId);
  return {
    ...event,
    going_count,
    maybe_count,
    waitlist_count,
    version,
    viewer_rsvp: viewerRsvp ? viewerRsvp.rsvp : event.viewer_rsvp,
  };
}

/** Refetches every list of a space's events, because events are added, removed and moved. */
export function refetchCalendar({ client }: Pick<LiveContext, 'client'>, spaceId: string): void {
  for (const operation of ['list_events', 'list_agenda']) {
    void client.invalidateQueries({ queryKey: [operation, { space_id: spaceId }] });
  }
}

registerLiveHandler('event.created', ({ payload: { event } }, context) => {
  writeEntities(context.client, eventEntity, [event], { fromEvent: true });
  refetchCalendar(context, event.space_id);
});

registerLiveHandler('event.changed', (live, context) => {
  const { event } = live.payload;
  const { client, viewerId } = context;
  const before = patchEntity(client, 'event', event.id, (known) => applyToEvent(known, live, viewerId));
  // The live event doesn't include the description.
  void client.invalidateQueries({ queryKey: ['get_event', { event_id: event.id }] });
  void client.invalidateQueries({ queryKey: ['get_event_link', { event_id: event.id }] });
  if (!before || before.starts_at !== event.starts_at || before.ends_at !== event.ends_at) {
    refetchCalendar(context, event.space_id);
  }
});

registerLiveHandler('event.deleted', ({ payload: { event_id } }, context) => {
  const event = readEntity(context.client, 'event', event_id);
  if (event) refetchCalendar(context, event.space_id);
  void context.client.invalidateQueries({ queryKey: ['get_event', { event_id }] });
});

registerLiveHandler('event.rsvps_changed', (live, { client, viewerId }) => {
  for (const { event_id } of live.payload.events) {
    patchEntity(client, 'event', event_id, (event) => applyToEvent(event, live, viewerId));
    void client.invalidateQueries({ queryKey: ['list_attendees', { event_id }] });
  }
});

/** Refetches everything that is shown of a space's calendar. */
function refetchAll(context: Pick<LiveContext, 'client'>, spaceId: string): void {
  refetchCalendar(context, spaceId);
  for (const operation of ['get_event', 'get_event_link', 'list_attendees'])
    void context.client.invalidateQueries({ queryKey: [operation] });
}

registerLiveHandler('calendar.changed', ({ payload: { space_id } }, context) =>
  refetchAll(context, space_id),
);

// Rules can ask for a membership, for a level, for a page or course to be completed, and for a plan.
for (const type of ['membership.changed', 'course.completion_changed'] as const)
  registerLiveHandler(type, ({ payload }, context) => refetchAll(context, payload.space_id));
registerLiveHandler('space.changed', ({ payload }, context) => {
  if (payload.access_changed) refetchAll(context, payload.space.id);
});
registerLiveHandler('member.level_changed', ({ payload: { space_id, user_id } }, context) => {
  if (user_id === context.viewerId) refetchAll(context, space_id);
});

registerChannelRefetch('space', (id, context) => refetchAll(context, id));
