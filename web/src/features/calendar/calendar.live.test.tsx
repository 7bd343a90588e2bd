import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { LiveEvent } from '#contract/live.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { anEvent, aPerson, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import {
  agendaPages,
  attendeePages,
  calendarFeedQuery,
  eventLinkQuery,
  eventQuery,
  spanPages,
} from './calendar.api.ts';
import { applyToEvent } from './calendar.live.ts';
import { useEndEvent } from './event/use-end-event.ts';
import { useRsvp, withRsvp } from './event/use-rsvp.ts';
import { useNarrow, useNow, useRoomy, useToday } from './use-clock.ts';
import { useEventsBetween } from './use-events.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(() => {
  cleanup();
  dismissToast();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const me = idOf(91);
const existing = anEvent({
  version: 4,
  going_count: 2,
  viewer_rsvp: 'going',
  description: '<p>Bring flour.</p>',
});
const {
  description: _description,
  repeat: _repeat,
  is_exception: _exception,
  moved_from: _moved,
  ...summary
} = existing;

const keys = {
  month: ['list_events', { space_id: spaceId, from: 'a', to: 'b' }],
  agenda: ['list_agenda', { space_id: spaceId, direction: 'past' }],
  otherAgenda: ['list_agenda', { space_id: idOf(9), direction: 'past' }],
  event: ['get_event', { event_id: idOf(1) }],
  otherEvent: ['get_event', { event_id: idOf(2) }],
  link: ['get_event_link', { event_id: idOf(1) }],
  otherLink: ['get_event_link', { event_id: idOf(2) }],
  attendees: ['list_attendees', { event_id: idOf(1), rsvp: 'going' }],
  otherAttendees: ['list_attendees', { event_id: idOf(2), rsvp: 'going' }],
};
const calendar = ['month', 'agenda'];

function load(responses: Responses = {}, event: CalendarEvent = existing) {
  call.mockImplementation(respondWith(responses));
  const client = createQueryClient(call);
  seedEntities(client, { event: [event] });
  for (const key of Object.values(keys)) client.setQueryData(key, { pages: [], pageParams: [] });
  const context = { client, viewerId: me };
  return {
    client,
    receive: (type: LiveEvent['type'], payload: object) =>
      applyLiveEvent({ seq: 1, channel: `space:${spaceId}`, type, payload } as LiveEvent, context),
    refetch: () => refetchChannel(`space:${spaceId}`, context),
    outdated: () =>
      Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : [])),
    stored: () => readEntity(client, 'event', idOf(1)),
  };
}

describe('live events', () => {
  it('of a new event store it, and refetch the calendar of its space', () => {
    const { client, receive, outdated } = load();
    receive('event.created', { event: { ...summary, id: idOf(3) } });
    expect(readEntity(client, 'event', idOf(3))).toMatchObject({ title: 'Bread evening' });
    expect(outdated()).toEqual(calendar);
  });

  it('of a change keep the RSVP of the viewer, and refetch what they leave out', () => {
    const { receive, outdated, stored } = load();
    receive('event.changed', { event: { ...summary, title: 'Rye evening', version: 5, viewer_rsvp: null } });
    expect(stored()).toEqual({ ...existing, title: 'Rye evening', version: 5 });
    expect(outdated()).toEqual(['event', 'link']);
  });

  it.each([
    ['its start', { starts_at: '2027-06-01T15:00:00.000Z' }],
    ['its end', { ends_at: '2027-06-01T18:00:00.000Z' }],
  ])('of a change of %s refetch the calendar', (_name, fields) => {
    const { receive, outdated } = load();
    receive('event.changed', { event: { ...summary, ...fields, version: 5 } });
    expect(outdated()).toEqual([...calendar, 'event', 'link']);
  });

  it('of an event that is not loaded refetch the calendar', () => {
    const { receive, outdated } = load();
    receive('event.changed', { event: { ...summary, id: idOf(2), version: 5 } });
    expect(outdated()).toEqual([...calendar, 'otherEvent', 'otherLink']);
  });

  it.each([
    ['of another event', { id: idOf(2), version: 9 }],
    ['that is not newer', { version: 4, title: 'Old' }],
  ])('%s leave an event alone', (_name, fields) => {
    const change = { type: 'event.changed', payload: { event: { ...summary, ...fields } } } as never;
    expect(applyToEvent(existing, change, me)).toBe(existing);
  });

  it('of a deletion refetch the calendar and the event', () => {
    const { receive, outdated } = load();
    receive('event.deleted', { event_id: idOf(1) });
    expect(outdated()).toEqual([...calendar, 'event']);
    const unknown = load();
    unknown.receive('event.deleted', { event_id: idOf(2) });
    expect(unknown.outdated()).toEqual(['otherEvent']);
  });

  const rsvps = (fields: object = {}) => ({
    events: [
      {
        event_id: idOf(1),
        going_count: 5,
        maybe_count: 6,
        waitlist_count: 7,
        version: 5,
        rsvps: [{ user_id: idOf(92), rsvp: 'no' }],
        ...fields,
      },
    ],
  });
  const counts = { going_count: 5, maybe_count: 6, waitlist_count: 7, version: 5 };

  it.each([
    ['someone else', [{ user_id: idOf(92), rsvp: 'no' }], 'going'],
    ['the viewer', [{ user_id: me, rsvp: 'maybe' }], 'maybe'],
    ['the viewer, who removed it', [{ user_id: me, rsvp: null }], null],
  ])('of the RSVP of %s change the counts', (_name, changed, viewer_rsvp) => {
    const { receive, outdated, stored } = load();
    receive('event.rsvps_changed', rsvps({ rsvps: changed }));
    expect(stored()).toEqual({ ...existing, ...counts, viewer_rsvp });
    expect(outdated()).toEqual(['attendees']);
  });

  it('of RSVPs that are not newer, or of another event, change nothing', () => {
    const { receive, stored } = load();
    receive('event.rsvps_changed', rsvps({ version: 4 }));
    receive('event.rsvps_changed', rsvps({ event_id: idOf(2) }));
    expect(stored()).toEqual(existing);
  });

  it.each([
    ['of a series or of rules', 'calendar.changed', { space_id: spaceId }],
    ['that the viewer has another level', 'member.level_changed', { space_id: spaceId, user_id: me }],
    ['that the viewer has joined', 'membership.changed', { space_id: spaceId }],
    ['that the viewer has completed a page', 'course.completion_changed', { space_id: spaceId }],
    ['of the price of the space', 'space.changed', { space: { id: spaceId }, access_changed: true }],
  ] as const)('%s refetch everything of the calendar', (_name, type, payload) => {
    const { receive, outdated } = load();
    receive(type, payload);
    expect(outdated()).toEqual(Object.keys(keys).filter((name) => name !== 'otherAgenda'));
  });

  it('that someone else has another level, or the space another name, leave the calendar alone', () => {
    const { receive, outdated } = load();
    receive('member.level_changed', { space_id: spaceId, user_id: idOf(92) });
    receive('space.changed', { space: { id: spaceId }, access_changed: false });
    expect(outdated()).toEqual([]);
  });

  it('that were missed refetch everything of the calendar', () => {
    const { refetch, outdated } = load();
    refetch();
    expect(outdated()).toEqual(Object.keys(keys).filter((name) => name !== 'otherAgenda'));
  });
});

describe('an RSVP', () => {
  const event = (fields: Partial<CalendarEvent>) => anEvent({ going_count: 2, maybe_count: 1, ...fields });
  it.each([
    [
      'going',
      { viewer_rsvp: null },
      { viewer_rsvp: 'going', going_count: 3, maybe_count: 1, waitlist_count: 0 },
    ],
    [
      'maybe',
      { viewer_rsvp: 'going' },
      { viewer_rsvp: 'maybe', going_count: 1, maybe_count: 2, waitlist_count: 0 },
    ],
    [
      'no',
      { viewer_rsvp: 'maybe' },
      { viewer_rsvp: 'no', going_count: 2, maybe_count: 0, waitlist_count: 0 },
    ],
    [null, { viewer_rsvp: 'no' }, { viewer_rsvp: null, going_count: 2, maybe_count: 1, waitlist_count: 0 }],
    [
      'going',
      { viewer_rsvp: null, capacity: 2 },
      { viewer_rsvp: 'waiting', going_count: 2, maybe_count: 1, waitlist_count: 1 },
    ],
    [
      'going',
      { viewer_rsvp: null, capacity: 3, waitlist_count: 1 },
      { viewer_rsvp: 'waiting', going_count: 2, maybe_count: 1, waitlist_count: 2 },
    ],
    [
      null,
      { viewer_rsvp: 'waiting', waitlist_count: 2 },
      { viewer_rsvp: null, going_count: 2, maybe_count: 1, waitlist_count: 1 },
    ],
    ['going', { viewer_rsvp: 'waiting', waitlist_count: 1 }, {}],
    ['going', { viewer_rsvp: 'going' }, {}],
  ] as const)('%s to an event with %j predicts %j', (rsvp, fields, expected) => {
    expect(withRsvp(event(fields), rsvp)).toEqual(expected);
  });

  async function respond(rsvp: 'going' | null, all: boolean, responses: Responses) {
    const page = load(responses, event({ viewer_rsvp: rsvp === null ? 'going' : null }));
    const { result } = renderHook(() => useRsvp(idOf(1)), { wrapper: pageProvider(page.client) });
    await act(() => result.current.mutateAsync({ rsvp, all }).catch(() => {}));
    return { ...page, sent: call.mock.calls };
  }
  const answered = anEvent({
    going_count: 9,
    version: 7,
    viewer_rsvp: 'going',
  });

  it.each([
    [false, 'this', ['link', 'attendees']],
    [true, 'all', [...calendar, 'link', 'attendees']],
  ])('is sent for one event or for all of a series: %s', async (all, scope, outdated) => {
    const page = await respond('going', all, { set_rsvp: () => ({ event: answered }) });
    expect(page.sent).toEqual([['set_rsvp', { event_id: idOf(1), rsvp: 'going', scope }]]);
    expect(page.stored()).toMatchObject({ going_count: 9, version: 7 });
    expect(page.outdated()).toEqual(outdated);
  });

  it('can be removed', async () => {
    const page = await respond(null, false, {
      delete_rsvp: () => ({ event: { ...answered, viewer_rsvp: null } }),
    });
    expect(page.sent).toEqual([['delete_rsvp', { event_id: idOf(1) }]]);
    expect(page.stored()?.viewer_rsvp).toBeNull();
  });

  it('is reverted if it fails', async () => {
    const page = await respond('going', false, {
      set_rsvp: () => {
        throw new NetworkError(null);
      },
    });
    expect(page.stored()).toEqual(event({ viewer_rsvp: null }));
    expect(readToast()).toMatchObject({ title: "Couldn't save your RSVP" });
  });
});

describe('ending an event', () => {
  const down = () => {
    throw new NetworkError(null);
  };
  async function end(action: 'cancel' | 'delete', responses: Responses) {
    const page = load(responses);
    const onDone = vi.fn();
    const { result } = renderHook(() => useEndEvent(existing, onDone), {
      wrapper: pageProvider(page.client),
    });
    await act(() => result.current.mutateAsync({ action, scope: 'this' }).catch(() => {}));
    return { ...page, onDone, sent: call.mock.calls, toast: readToast() };
  }
  const input = { event_id: idOf(1), scope: 'this' };

  it('cancels it', async () => {
    const { sent, stored, toast, outdated, onDone } = await end('cancel', {
      cancel_event: () => ({ event: { ...existing, status: 'cancelled', version: 5 } }),
    });
    expect(sent).toEqual([['cancel_event', input]]);
    expect(stored()?.status).toBe('cancelled');
    expect(toast?.title).toBe('Event canceled');
    expect(outdated()).toEqual(calendar);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('deletes it', async () => {
    const { sent, toast, outdated } = await end('delete', { delete_event: () => ({}) });
    expect(sent).toEqual([['delete_event', input]]);
    expect(toast?.title).toBe('Event deleted');
    expect(outdated()).toEqual(calendar);
  });

  it.each([
    ['cancel', "Couldn't cancel the event"],
    ['delete', "Couldn't delete the event"],
  ] as const)('says why it failed: %s', async (action, title) => {
    const { toast, outdated, onDone } = await end(action, { cancel_event: down, delete_event: down });
    expect(toast).toMatchObject({ title, variant: 'destructive' });
    expect(outdated()).toEqual([]);
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe('the requests of the calendar', () => {
  it('load all pages of the events between two days', async () => {
    const first = { ...summary, id: idOf(5), title: 'First' };
    const { client } = load({
      list_events: ({ cursor }) =>
        cursor
          ? { events: [{ ...summary, id: idOf(6), title: 'Second' }], next_cursor: null, live_cursor: 0 }
          : { events: [first], next_cursor: 'next', live_cursor: 0 },
    });
    const { result } = renderHook(
      () => useEventsBetween(spaceId, '2027-06-01' as never, '2027-06-30' as never),
      { wrapper: pageProvider(client) },
    );
    expect(result.current.isPending).toBe(true);
    await waitFor(() => expect(result.current.events.map(({ title }) => title)).toEqual(['First', 'Second']));
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('store events and people once', async () => {
    const { client } = load({
      list_agenda: () => ({ events: [{ ...summary, id: idOf(5) }], next_cursor: null, live_cursor: 0 }),
      get_event: () => ({ event: { ...existing, id: idOf(6) }, live_cursor: 0 }),
      list_attendees: () => ({
        attendees: [{ user: aPerson({ id: idOf(7) }), responded_at: timeOf(0) }],
        next_cursor: null,
      }),
    });
    const agenda = await client.fetchInfiniteQuery(agendaPages(spaceId, 'upcoming'));
    expect(agenda.pages).toEqual([{ event_ids: [idOf(5)], next_cursor: null }]);
    expect(await client.fetchQuery(eventQuery(idOf(6)))).toEqual({ event_id: idOf(6) });
    const attendees = await client.fetchInfiniteQuery(attendeePages(idOf(6), 'going'));
    expect(attendees.pages).toEqual([{ person_ids: [idOf(7)], next_cursor: null }]);
    expect([5, 6].map((n) => readEntity(client, 'event', idOf(n))?.title)).toEqual([
      'Bread evening',
      'Bread evening',
    ]);
    expect(readEntity(client, 'person', idOf(7))?.username).toBe('ada');
    expect([
      agendaPages(spaceId, 'past').queryKey,
      spanPages(spaceId, { from: 'a', to: 'b' }).queryKey,
      eventLinkQuery(idOf(1)).queryKey,
      calendarFeedQuery.queryKey,
      attendeePages(idOf(1), 'maybe').queryKey,
    ]).toEqual([
      keys.agenda,
      keys.month,
      keys.link,
      ['get_calendar_feed', {}],
      ['list_attendees', { event_id: idOf(1), rsvp: 'maybe' }],
    ]);
  });
});

describe('the clock', () => {
  it('moves every minute, and when the page is shown again', () => {
    vi.useFakeTimers({ now: new Date('2027-06-01T10:00:00Z') });
    const { result, unmount } = renderHook(() => useNow());
    const start = Date.now();
    expect(result.current).toBe(start);
    act(() => vi.advanceTimersByTime(59_999));
    expect(result.current).toBe(start);
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBe(start + 60_000);
    vi.setSystemTime(start + 500_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(result.current).toBe(start + 500_000);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('knows the day of the viewer, and notices midnight', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    vi.useFakeTimers({ now: new Date('2027-06-01T21:59:00Z') });
    const { result, unmount } = renderHook(() => useToday());
    const before = result.current;
    act(() => vi.advanceTimersByTime(60_000));
    expect(result.current).not.toEqual(before);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
    vi.unstubAllEnvs();
  });

  it.each([
    ['narrow', useNarrow, '(width <= 48rem)'],
    ['roomy', useRoomy, '(width >= 80rem)'],
  ])('knows whether the page is %s, also after it was resized', (_name, useIt, media) => {
    let matches = false;
    const listeners = new Set<() => void>();
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === media && matches,
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
    }));
    const { result, unmount } = renderHook(() => useIt());
    expect(result.current).toBe(false);
    matches = true;
    act(() => {
      for (const listener of listeners) listener();
    });
    expect(result.current).toBe(true);
    unmount();
    expect(listeners.size).toBe(0);
  });
});
