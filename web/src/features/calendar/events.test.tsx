import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { readEntity, useEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { anEvent, idOf } from '#web-testing/fixtures.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { applyToEvent } from './calendar.live.ts';
import { toCalendarSearch } from './calendar-search.ts';
import { Attendees } from './event/attendees.tsx';
import { toTurnout, toViewerRsvp } from './event/event-state.ts';
import { toHours, toMovedText, toTimeThere, toWhen } from './event/event-times.ts';
import { RsvpButtons } from './event/rsvp-buttons.tsx';
import { withRsvp } from './event/use-rsvp.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

/** An event of an hour and a half on a Saturday in November, when Berlin has no daylight saving time. */
const eventOf = (fields: Partial<CalendarEvent> = {}): CalendarEvent =>
  anEvent({
    starts_at: '2026-11-21T17:00:00.000Z',
    ends_at: '2026-11-21T18:30:00.000Z',
    starts_local: '2026-11-21T18:00',
    ends_local: '2026-11-21T19:30',
    version: 4,
    ...fields,
  });

/** Replaces the spaces that keep `PM` with its clock, and the narrow ones that some versions of ICU put in ranges. */
const plain = (text: string | null) => text?.replace(/[\u00a0\u2009\u202f]/g, ' ') ?? null;

beforeEach(() => {
  call.mockReset();
  // One zone for the whole file, because formatters are cached.
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

describe('Event texts', () => {
  const before = Date.parse('2026-11-21T18:29:59.999Z');
  const after = Date.parse('2026-11-21T18:30:00.000Z');

  it('say from where an event of a series was moved', () => {
    const from = (starts_at: string, starts_local: string, all_day = false) => ({
      starts_at,
      starts_local,
      all_day,
    });
    const event = eventOf();
    const moved = (was: ReturnType<typeof from>) => plain(toMovedText(event, was));
    expect(moved(from('2026-11-18T17:00:00.000Z', '2026-11-18T18:00'))).toBe(
      'Moved from Wednesday, November 18',
    );
    expect(moved(from('2026-11-21T08:00:00.000Z', '2026-11-21T09:00'))).toBe('Moved from 9:00 AM');
    // Late in the series' zone is the next day here.
    expect(moved(from('2026-11-20T02:00:00.000Z', '2026-11-19T18:00'))).toBe(
      'Moved from Friday, November 20',
    );
    expect(moved(from('2026-11-18T23:00:00.000Z', '2026-11-19T00:00', true))).toBe(
      'Moved from Thursday, November 19',
    );
  });

  it.each([
    ['going', "You're going", 'You were going'],
    ['waiting', "You're on the waitlist", 'You were on the waitlist'],
    ['maybe', 'You might be going', 'You said maybe'],
    ['no', "You're not going", "You weren't going"],
  ] as const)('use the past tense for a past or canceled event: %s', (viewer_rsvp, ahead, past) => {
    const event = eventOf({ viewer_rsvp });
    expect(toViewerRsvp(event, before)).toBe(ahead);
    expect(toViewerRsvp(event, after)).toBe(past);
    expect(toViewerRsvp({ ...event, status: 'cancelled' }, before)).toBe(past);
  });

  it('count attendees before and after the event', () => {
    const event = eventOf({ going_count: 8, waitlist_count: 3, capacity: 8 });
    expect(toTurnout(event, before)).toBe('8 of 8 going · 3 waiting');
    expect(toTurnout(event, after)).toBe('8 of 8 were going');
    expect(toTurnout(eventOf({ going_count: 1 }), after)).toBe('1 was going');
  });

  it.each([
    ['ahead', Date.now() + 3_600_000, 'No one is going yet.'],
    ['over', Date.now() - 1, 'No one was going.'],
  ] as const)('match an empty list of an event that is %s', async (_name, ends, text) => {
    call.mockResolvedValue({ attendees: [], next_cursor: null });
    const event = eventOf({ ends_at: new Date(ends).toISOString() });
    render(
      <QueryClientProvider client={createQueryClient(call)}>
        <Attendees event={event} now={Date.now()} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

function Shown({ id }: { id: string }) {
  const known = useEntity('event', id);
  return known ? <RsvpButtons event={known} /> : null;
}

describe('Event times', () => {
  it("shows the viewer's time, and the event's zone only if the clocks differ", () => {
    expect(plain(toWhen(eventOf()))).toBe('Sat, Nov 21, 6:00 – 7:30 PM');
    expect(toTimeThere(eventOf())).toBeNull();
    // Lagos and Berlin have the same time in winter, not in summer.
    expect(toTimeThere(eventOf({ time_zone: 'Africa/Lagos' }))).toBeNull();
    const summer = { starts_at: '2026-07-21T17:00:00.000Z', ends_at: '2026-07-21T18:30:00.000Z' };
    expect(plain(toTimeThere(eventOf({ ...summer, time_zone: 'Africa/Lagos' })))).toBe('6:00 PM in Lagos');
    expect(plain(toTimeThere(eventOf({ time_zone: 'America/New_York' })))).toBe('12:00 PM in New York');
  });

  it('names the day in the other zone if it differs', () => {
    expect(plain(toTimeThere(eventOf({ time_zone: 'Asia/Tokyo' })))).toBe('Sun, Nov 22, 2:00 AM in Tokyo');
    const late = eventOf({ time_zone: 'Europe/London', ends_at: '2026-11-22T00:00:00.000Z' });
    expect(plain(toTimeThere(late))).toBe('5:00 PM in London');
    expect(plain(toWhen(late))).toBe('Sat, Nov 21, 6:00 PM – Sun, Nov 22, 1:00 AM');
    expect(['2026-11-21', '2026-11-22'].map((day) => plain(toHours(late, day)))).toEqual([
      'from 6:00 PM',
      'until 1:00 AM',
    ]);
  });

  it('shows only days for all-day events, in every zone', () => {
    const days = { all_day: true, starts_local: '2026-11-21T00:00', ends_local: '2026-11-23T00:00' };
    const event = eventOf({ ...days, time_zone: 'Asia/Tokyo' });
    expect(plain(toWhen(event))).toBe('Sat, Nov 21 – Sun, Nov 22');
    expect(toTimeThere(event)).toBeNull();
    expect(toHours(event, '2026-11-22')).toBe('All day');
  });
});

it('ignores the invalid parts of a calendar address', () => {
  const event = '0190aaaa-0000-7000-8000-000000000001';
  expect(toCalendarSearch({ view: 'week', date: '2026-02-28', event })).toEqual({
    view: 'week',
    date: '2026-02-28',
    event,
  });
  expect(toCalendarSearch({ view: 'year', date: '2026-02-30', event: '../x', more: 1 })).toEqual({});
  expect(toCalendarSearch({ view: ['week'], date: '2026-13-01', event: 7 })).toEqual({});
  expect(toCalendarSearch({ date: '1999-12-31' })).toEqual({});
});

describe('Optimistic RSVP', () => {
  it('removes the old RSVP and counts the new one', () => {
    const event = eventOf({ going_count: 3, maybe_count: 2, viewer_rsvp: 'maybe' });
    expect(withRsvp(event, 'going')).toMatchObject({ viewer_rsvp: 'going', going_count: 4, maybe_count: 1 });
    expect(withRsvp(event, 'no')).toMatchObject({ viewer_rsvp: 'no', going_count: 3, maybe_count: 1 });
    expect(withRsvp(event, null)).toMatchObject({ viewer_rsvp: null, going_count: 3, maybe_count: 1 });
  });

  it('joins the waitlist if no seat is free or others are waiting', () => {
    const full = eventOf({ capacity: 3, going_count: 3 });
    expect(withRsvp(full, 'going')).toMatchObject({
      viewer_rsvp: 'waiting',
      going_count: 3,
      waitlist_count: 1,
    });
    const queue = eventOf({ capacity: 3, going_count: 2, waitlist_count: 1 });
    expect(withRsvp(queue, 'going')).toMatchObject({ viewer_rsvp: 'waiting', waitlist_count: 2 });
    expect(withRsvp(eventOf({ capacity: 3, going_count: 2 }), 'going').viewer_rsvp).toBe('going');
  });

  it('changes nothing when repeated, so no one loses a seat or a position on the waitlist', () => {
    const going = eventOf({ capacity: 1, going_count: 1, waitlist_count: 2, viewer_rsvp: 'going' });
    expect({ ...going, ...withRsvp(going, 'going') }).toEqual(going);
    const waiting: CalendarEvent = { ...going, viewer_rsvp: 'waiting' };
    expect({ ...waiting, ...withRsvp(waiting, 'going') }).toEqual(waiting);
  });
});

describe('Calendar live events', () => {
  const envelope = { seq: 1, channel: 'space:s' };
  const changed = (fields: Partial<CalendarEvent>) => ({
    ...envelope,
    type: 'event.changed' as const,
    payload: { event: eventOf(fields) },
  });
  const rsvps = (version: number, user_id: string, event_id = eventOf().id) => ({
    ...envelope,
    type: 'event.rsvps_changed' as const,
    payload: {
      events: [
        {
          event_id,
          going_count: 9,
          maybe_count: 0,
          waitlist_count: 0,
          version,
          rsvps: [{ user_id, rsvp: 'going' as const }],
        },
      ],
    },
  });
  const current = eventOf({ viewer_rsvp: 'maybe', maybe_count: 1 });

  it("updates an event and keeps the viewer's RSVP", () => {
    const next = applyToEvent(current, changed({ status: 'cancelled', version: 5 }), 'me');
    expect(next).toMatchObject({ status: 'cancelled', version: 5, viewer_rsvp: 'maybe' });
  });

  it("ignores versions that aren't newer, and other events", () => {
    for (const version of [3, 4]) {
      expect(applyToEvent(current, changed({ title: 'Old', version }), 'me')).toBe(current);
      expect(applyToEvent(current, rsvps(version, 'me'), 'me')).toBe(current);
    }
    expect(applyToEvent(current, changed({ id: idOf(2), version: 9 }), 'me')).toBe(current);
    expect(applyToEvent(current, rsvps(9, 'me', 'other'), 'me')).toBe(current);
  });

  it("applies an RSVP only if it is the viewer's", () => {
    expect(applyToEvent(current, rsvps(5, 'someone'), 'me')).toMatchObject({
      going_count: 9,
      viewer_rsvp: 'maybe',
    });
    expect(applyToEvent(current, rsvps(5, 'me'), 'me')).toMatchObject({
      going_count: 9,
      viewer_rsvp: 'going',
    });
    expect(applyToEvent(current, rsvps(5, 'me'), null).viewer_rsvp).toBe('maybe');
  });
});

describe('RSVP buttons', () => {
  function show(event: CalendarEvent) {
    const client = createQueryClient(call);
    seedEntities(client, { event: [event] });
    render(
      <QueryClientProvider client={client}>
        <Shown id={event.id} />
      </QueryClientProvider>,
    );
    return client;
  }
  const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

  it('sets the RSVP, and removes it when pressed again', async () => {
    call.mockResolvedValueOnce({ event: eventOf({ viewer_rsvp: 'going', going_count: 1, version: 5 }) });
    show(eventOf());
    await userEvent.click(screen.getByRole('button', { name: 'Going' }));
    expect(pressed('Going')).toBe('true');
    expect(call).toHaveBeenLastCalledWith('set_rsvp', {
      event_id: eventOf().id,
      rsvp: 'going',
      scope: 'this',
    });
    call.mockResolvedValueOnce({ event: eventOf({ version: 6 }) });
    await userEvent.click(screen.getByRole('button', { name: 'Going' }));
    expect(call).toHaveBeenLastCalledWith('delete_rsvp', { event_id: eventOf().id });
    expect(pressed('Going')).toBe('false');
  });

  it('applies an existing RSVP to the whole series', async () => {
    const event = eventOf({ series_id: idOf(3), viewer_rsvp: 'going', going_count: 1 });
    call.mockResolvedValue({ event });
    show(event);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Going' }));
    expect(call).toHaveBeenCalledExactlyOnceWith('set_rsvp', {
      event_id: event.id,
      rsvp: 'going',
      scope: 'all',
    });
    expect(pressed('Going')).toBe('true');
  });

  it('offers the waitlist when full, and reverts when the server rejects the RSVP', async () => {
    const full = eventOf({ capacity: 1, going_count: 1 });
    call.mockRejectedValueOnce(new ApiError('event_over', 409, 'This event is over.'));
    const client = show(full);
    await userEvent.click(screen.getByRole('button', { name: 'Join waitlist' }));
    expect(pressed('Join waitlist')).toBe('false');
    expect(readEntity(client, 'event', full.id)).toEqual(full);
  });
});
