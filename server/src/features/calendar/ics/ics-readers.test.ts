import ical, { type CalendarResponse, type VEvent } from 'node-ical';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { newEvent } from '#testing/events.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

/*
 * Reads the calendar files with a different library than the one that writes them. With its own parser, recurrence rules
 * and time zones it must get the same dates that the product shows.
 */
const server = sharedServer();
let owner: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  owner = await newPerson(server);
});

async function newCalendar(): Promise<Space> {
  const space = await newSpace(owner);
  member = await newMember(server, space);
  return space;
}

const read = async (path: string): Promise<CalendarResponse> => {
  const response = await server.client().fetch(path);
  expect(response.status).toBe(200);
  return ical.sync.parseICS(await response.text());
};
const eventsIn = (calendar: CalendarResponse) =>
  Object.values(calendar).filter((part): part is VEvent => part?.type === 'VEVENT');
const fileOf = async (id: string) => eventsIn(await read(`/calendar/events/${id}.ics`));

/** Returns all events of a calendar file that take place: start, end, title. */
function occurrencesOf(events: VEvent[]): string[] {
  return events
    .flatMap((event) =>
      ical.expandRecurringEvent(event, {
        from: new Date('2026-01-01T00:00:00Z'),
        to: new Date('2039-12-31T00:00:00Z'),
        expandOngoing: true,
      }),
    )
    .filter(({ event }) => event.status !== 'CANCELLED')
    .map(({ start, end, summary }) => `${start.toISOString()} ${end.toISOString()} ${String(summary)}`)
    .toSorted();
}

/** Returns all events that take place according to the API. */
async function listOccurrences(space: Space): Promise<string[]> {
  const seen: CalendarEvent[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await owner.call('list_agenda', { space_id: space.id, cursor });
    seen.push(...page.events);
    more = page.next_cursor !== null;
    cursor = page.next_cursor ?? undefined;
  }
  return seen
    .filter(({ status }) => status === 'scheduled')
    .map(({ starts_at, ends_at, title }) => `${starts_at} ${ends_at} ${title}`)
    .toSorted();
}

const count = (number: number) => ({ type: 'count' as const, count: number });
const rules: [string, string, string, RepeatRule][] = [
  ['daily', 'Europe/Berlin', '2027-03-26T18:00', { frequency: 'daily', interval: 1, ends: count(6) }],
  [
    'on two days of every second week',
    'America/New_York',
    '2027-10-25T20:00',
    { frequency: 'weekly', interval: 2, weekdays: ['MO', 'TH'], ends: count(6) },
  ],
  [
    'on the second Tuesday',
    'Africa/Lagos',
    '2027-01-12T09:00',
    {
      frequency: 'monthly',
      interval: 1,
      on: { type: 'weekday', nth: 2, weekday: 'TU' },
      ends: count(14),
    },
  ],
  [
    'on the last Friday',
    'Europe/Berlin',
    '2027-08-27T19:00',
    {
      frequency: 'monthly',
      interval: 1,
      on: { type: 'weekday', nth: -1, weekday: 'FR' },
      ends: { type: 'until', until: '2028-04-30' },
    },
  ],
  [
    'on the last day of the month',
    'America/New_York',
    '2027-11-30T07:00',
    { frequency: 'monthly', interval: 1, on: { type: 'date', month_day: -1 }, ends: count(6) },
  ],
  [
    'on the 31st',
    'Europe/Berlin',
    '2027-01-31T12:00',
    { frequency: 'monthly', interval: 1, on: { type: 'date', month_day: 31 }, ends: count(5) },
  ],
  [
    'on the 29th of February',
    'Europe/Berlin',
    '2028-02-29T12:00',
    { frequency: 'yearly', interval: 1, ends: count(3) },
  ],
];

describe('Calendar files in another library', () => {
  it.each(rules)('contain the events of a series %s in %s', async (_name, zone, starts, repeat) => {
    const space = await newCalendar();
    const first = await newEvent(owner, space, {
      title: 'Series',
      starts_local: starts,
      ends_local: `${starts.slice(0, 11)}23:30`,
      time_zone: zone,
      repeat,
    });
    const events = await fileOf(first.id);
    expect(events).toHaveLength(1);
    expect(occurrencesOf(events)).toEqual(await listOccurrences(space));
  });

  it('contain moved, renamed, canceled and deleted events of a series', async () => {
    const space = await newCalendar();
    const first = await newEvent(owner, space, {
      title: 'Choir',
      starts_local: '2027-10-19T18:00',
      ends_local: '2027-10-19T20:00',
      time_zone: 'Europe/Berlin',
      repeat: { frequency: 'weekly', interval: 1, weekdays: ['TU'], ends: count(6) },
    });
    const { events } = await owner.call('list_agenda', { space_id: space.id });
    const [, moved, renamed, cancelled, deleted] = events.map(({ id }) => ({ event_id: id }));
    if (!moved || !renamed || !cancelled || !deleted) throw new Error('the series is too short');
    // Across the clock change on 31 October, onto the day of another event.
    await owner.call('update_event', {
      ...moved,
      starts_local: '2027-11-02T09:00',
      ends_local: '2027-11-02T10:00',
    });
    await owner.call('update_event', { ...renamed, title: 'Dress rehearsal' });
    await owner.call('cancel_event', cancelled);
    await owner.call('delete_event', deleted);
    const [series, ...more] = await fileOf(first.id);
    if (!series) throw new Error('the file has no event');
    expect(more).toEqual([]);
    expect(occurrencesOf([series])).toEqual(await listOccurrences(space));
    const changed = new Set(Object.values(series.recurrences ?? {}));
    expect([...changed].map(({ status }) => status).toSorted()).toEqual([
      'CANCELLED',
      'CONFIRMED',
      'CONFIRMED',
    ]);
    expect(await listOccurrences(space)).toHaveLength(4);
  });

  it('contain both parts of a split series, and no event twice', async () => {
    const space = await newCalendar();
    const first = await newEvent(owner, space, {
      title: 'Walk',
      starts_local: '2027-03-09T18:00',
      ends_local: '2027-03-09T19:00',
      time_zone: 'America/New_York',
      repeat: { frequency: 'weekly', interval: 1, weekdays: ['TU'], ends: count(6) },
    });
    const { events } = await owner.call('list_agenda', { space_id: space.id });
    await owner.call('update_event', {
      event_id: events[3]?.id ?? '',
      scope: 'this_and_following',
      starts_local: '2027-03-30T20:00',
      ends_local: '2027-03-30T21:30',
    });
    const { feed } = await member.call('create_calendar_feed');
    const path = new URL(feed.url).pathname;
    const fileEvents = eventsIn(await read(path));
    expect(new Set(fileEvents.map(({ uid }) => uid)).size).toBe(2);
    expect(occurrencesOf(fileEvents)).toEqual(await listOccurrences(space));
    expect(occurrencesOf(await fileOf(first.id))).toHaveLength(3);
    // After a reset, the old link stops working and the new one returns the same.
    const { feed: other } = await member.call('reset_calendar_feed');
    expect((await server.client().fetch(path)).status).toBe(404);
    expect(occurrencesOf(eventsIn(await read(new URL(other.url).pathname)))).toEqual(
      await listOccurrences(space),
    );
  });

  it('contain all-day events as dates, with an exclusive end', async () => {
    const space = await newCalendar();
    const days = await newEvent(owner, space, {
      title: 'Retreat',
      starts_local: '2028-02-28T00:00',
      ends_local: '2028-03-02T00:00',
      all_day: true,
      time_zone: 'America/New_York',
    });
    const [event] = await fileOf(days.id);
    expect(event?.datetype).toBe('date');
    const dayOf = (date: Date | undefined) =>
      date && `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
    expect([dayOf(event?.start), dayOf(event?.end)]).toEqual(['2028-2-28', '2028-3-2']);
  });

  it('contain a changed event as a newer version, and a canceled one as canceled', async () => {
    const space = await newCalendar();
    const event = await newEvent(owner, space, { title: 'One' });
    const state = async () => {
      const [one] = await fileOf(event.id);
      return { uid: one?.uid, sequence: Number(one?.sequence), status: one?.status, title: one?.summary };
    };
    const first = await state();
    expect(first).toMatchObject({ sequence: 0, status: 'CONFIRMED', title: 'One' });
    await owner.call('update_event', { event_id: event.id, title: 'Two; and, "three"' });
    const second = await state();
    expect(second).toMatchObject({ uid: first.uid, sequence: 1, title: 'Two; and, "three"' });
    await owner.call('cancel_event', { event_id: event.id });
    expect(await state()).toMatchObject({ uid: first.uid, sequence: 2, status: 'CANCELLED' });
  });
});
