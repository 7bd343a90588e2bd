import { beforeAll, describe, expect, it } from 'vitest';
import type { CalendarEvent, CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import type { Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newEvent } from '#testing/events.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { endEvent } from '../end-event.ts';
import { expandRule } from '../times/expand-rule.ts';
import { updateEvent } from '../update-event.ts';

const server = sharedServer();
let owner: TestPerson;
let guest: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
});

const weekly = (count: number): RepeatRule => ({
  frequency: 'weekly',
  interval: 1,
  weekdays: ['TU'],
  ends: { type: 'count', count },
});

/** Creates a space with a weekly series on Tuesdays at 18:00 in Berlin, across the clock change in March 2027. */
async function newSeries(repeat: RepeatRule = weekly(6), fields: object = {}) {
  space = await newSpace(owner);
  guest = await newMember(server, space);
  await newEvent(owner, space, {
    title: 'Rehearsal',
    starts_local: '2027-03-09T18:00',
    ends_local: '2027-03-09T20:00',
    time_zone: 'Europe/Berlin',
    repeat,
    ...fields,
  });
  return await living();
}

const ownerAsViewer = (): Viewer => ({ user_id: owner.user.id, role: 'member', session_id: newId() });

/** Returns all events of the space, by start. */
async function living(): Promise<CalendarEvent[]> {
  const seen: CalendarEvent[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await owner.call('list_agenda', { space_id: space.id, cursor });
    seen.push(...page.events);
    more = page.next_cursor !== null;
    cursor = page.next_cursor ?? undefined;
  }
  return seen;
}

/** Formats events like `03-09 18:00 Rehearsal`. */
const read = (events: CalendarEvent[]) =>
  events.map(
    ({ starts_local, title, status }) =>
      `${starts_local.slice(5, 10)} ${starts_local.slice(11)} ${title}${status === 'cancelled' ? ' (cancelled)' : ''}`,
  );
const nth = (events: CalendarEvent[], index: number) => {
  const event = events[index];
  if (!event) throw new Error(`there is no event ${index}`);
  return event;
};
const detail = async (event: CalendarEvent): Promise<CalendarEventDetail> =>
  (await owner.call('get_event', { event_id: event.id })).event;
const change = async (event: CalendarEvent, fields: object) =>
  (await owner.call('update_event', { event_id: event.id, ...fields })).event;

/** Expects that the events of each series match its rule, from which calendar apps compute them. */
async function expectRulesToFit(): Promise<void> {
  const series = await server.db
    .selectFrom('event_series')
    .selectAll()
    .where('space_id', '=', space.id)
    .execute();
  for (const one of series) {
    const rows = await server.db
      .selectFrom('events')
      .select('original_local')
      .where('series_id', '=', one.id)
      .orderBy('original_local')
      .execute();
    expect(rows.map((row) => row.original_local)).toEqual(
      expandRule(one.rule as unknown as RepeatRule, one.starts_local),
    );
  }
}

describe('Series', () => {
  it('has its events at the same wall time', async () => {
    const events = await newSeries();
    expect(events.map(({ starts_at }) => starts_at)).toEqual([
      '2027-03-09T17:00:00.000Z',
      '2027-03-16T17:00:00.000Z',
      '2027-03-23T17:00:00.000Z',
      // Berlin's clocks went forward on 28 March 2027.
      '2027-03-30T16:00:00.000Z',
      '2027-04-06T16:00:00.000Z',
      '2027-04-13T16:00:00.000Z',
    ]);
    expect(new Set(events.map(({ series_id }) => series_id)).size).toBe(1);
    expect((await detail(nth(events, 3))).repeat).toEqual(weekly(6));
    await expectRulesToFit();
  });

  it('starts with the first matching day', async () => {
    const events = await newSeries(weekly(2), {
      starts_local: '2027-03-10T18:00',
      ends_local: '2027-03-10T20:00',
    });
    expect(read(events)).toEqual(['03-16 18:00 Rehearsal', '03-23 18:00 Rehearsal']);
    await expectRulesToFit();
  });
});

describe('One event of a series', () => {
  it('can be moved individually', async () => {
    const events = await newSeries(weekly(3));
    const moved = await change(nth(events, 1), {
      starts_local: '2027-03-17T19:00',
      ends_local: '2027-03-17T21:00',
    });
    expect(moved.is_exception).toBe(true);
    expect(moved.moved_from).toEqual({
      starts_at: '2027-03-16T17:00:00.000Z',
      starts_local: '2027-03-16T18:00',
      all_day: false,
    });
    expect((await detail(nth(events, 0))).moved_from).toBeNull();
    expect(read(await living())).toEqual([
      '03-09 18:00 Rehearsal',
      '03-17 19:00 Rehearsal',
      '03-23 18:00 Rehearsal',
    ]);
    await expectRulesToFit();
  });

  it('counts as moved only if it takes place at another time', async () => {
    const events = await newSeries(weekly(3));
    const allDay = await change(nth(events, 1), {
      starts_local: '2027-03-16T00:00',
      ends_local: '2027-03-17T00:00',
      all_day: true,
    });
    expect(allDay).toMatchObject({ is_exception: true, moved_from: null });
    // The same instant, in another zone.
    const elsewhere = await change(nth(events, 2), {
      starts_local: '2027-03-23T17:00',
      ends_local: '2027-03-23T19:00',
      time_zone: 'Europe/London',
    });
    expect(elsewhere).toMatchObject({ is_exception: true, moved_from: null });
  });

  it('can be canceled or deleted individually', async () => {
    const events = await newSeries(weekly(3));
    await owner.call('cancel_event', { event_id: nth(events, 0).id });
    await owner.call('delete_event', { event_id: nth(events, 2).id });
    expect(read(await living())).toEqual(['03-09 18:00 Rehearsal (cancelled)', '03-16 18:00 Rehearsal']);
    await expectRulesToFit();
  });

  it('cannot have its own rule', async () => {
    const events = await newSeries(weekly(3));
    await expect(change(nth(events, 1), { repeat: weekly(2) })).rejects.toMatchObject({
      code: 'recurrence_scope_required',
    });
  });
});

describe('Whole series', () => {
  it('changes except for individual changes', async () => {
    const events = await newSeries(weekly(4));
    await change(nth(events, 1), { title: 'Dress rehearsal' });
    await change(nth(events, 2), { starts_local: '2027-03-24T10:00', ends_local: '2027-03-24T11:00' });
    await owner.call('cancel_event', { event_id: nth(events, 3).id });
    await change(nth(events, 0), {
      scope: 'all',
      title: 'Choir',
      starts_local: '2027-03-09T19:30',
      ends_local: '2027-03-09T21:00',
    });
    const after = await living();
    expect(read(after)).toEqual([
      '03-09 19:30 Choir',
      '03-16 19:30 Dress rehearsal',
      '03-24 10:00 Choir',
      '03-30 19:30 Choir (cancelled)',
    ]);
    expect(after.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(nth(after, 1).ends_local).toBe('2027-03-16T21:00');
    await expectRulesToFit();
  });

  it('moves to another day with its rule', async () => {
    const events = await newSeries(weekly(3));
    const changed = await change(nth(events, 1), {
      scope: 'all',
      starts_local: '2027-03-18T18:00',
      ends_local: '2027-03-18T20:00',
    });
    expect(read(await living())).toEqual([
      '03-11 18:00 Rehearsal',
      '03-18 18:00 Rehearsal',
      '03-25 18:00 Rehearsal',
    ]);
    expect(changed.repeat).toMatchObject({ weekdays: ['TH'] });
    await expectRulesToFit();
  });

  it('keeps matching events with their RSVPs under a new rule, and deletes the rest', async () => {
    const events = await newSeries(weekly(4));
    await guest.call('set_rsvp', { event_id: nth(events, 2).id, rsvp: 'going' });
    await change(nth(events, 0), {
      scope: 'all',
      repeat: { frequency: 'weekly', interval: 2, weekdays: ['TU', 'TH'], ends: { type: 'count', count: 4 } },
    });
    const after = await living();
    expect(read(after)).toEqual([
      '03-09 18:00 Rehearsal',
      '03-11 18:00 Rehearsal',
      '03-23 18:00 Rehearsal',
      '03-25 18:00 Rehearsal',
    ]);
    expect(nth(after, 2)).toMatchObject({ id: nth(events, 2).id, going_count: 1 });
    await expectRulesToFit();
  });

  it.each([
    ['all', 1, ['03-11', '03-18', '03-25'], '03-18'],
    ['this_and_following', 1, ['03-09', '03-18', '03-25', '04-01'], '03-18'],
    ['all', 2, ['03-11', '03-18', '03-25'], '03-25'],
    ['all', 2, ['03-11', '03-18'], '03-18'],
  ] as const)(
    'returns the next event, or the last, if the new rule for %s does not contain event %i',
    async (scope, named, days, responded) => {
      const events = await newSeries(weekly(3));
      const repeat = {
        frequency: 'weekly',
        interval: 1,
        weekdays: ['TH'],
        ends: { type: 'count', count: scope === 'all' ? days.length : days.length - named },
      };
      const changed = await change(nth(events, named), { scope, repeat });
      expect(changed).toMatchObject({
        starts_local: `2027-${responded}T18:00`,
        repeat: { weekdays: ['TH'] },
      });
      expect(read(await living())).toEqual(days.map((day) => `${day} 18:00 Rehearsal`));
      await expectRulesToFit();
    },
  );

  it('keeps past events as single events under a new rule', async () => {
    const events = await newSeries(weekly(4));
    const viewer = ownerAsViewer();
    await withFrozenTime(Date.parse('2027-03-17T12:00:00.000Z'), () =>
      updateEvent(
        server.running.platform,
        viewer,
        { space_id: space.id },
        {
          event_id: nth(events, 2).id,
          scope: 'all',
          repeat: { frequency: 'weekly', interval: 1, weekdays: ['TH'], ends: { type: 'count', count: 3 } },
        },
      ),
    );
    const after = await living();
    const single = after.filter(({ series_id }) => series_id === null);
    expect(single.map(({ id }) => id)).toEqual([nth(events, 0).id, nth(events, 1).id]);
    expect(read(single)).toEqual(['03-09 18:00 Rehearsal', '03-16 18:00 Rehearsal']);
    expect(read(after.filter(({ series_id }) => series_id !== null))).toEqual([
      '03-11 18:00 Rehearsal',
      '03-18 18:00 Rehearsal',
      '03-25 18:00 Rehearsal',
    ]);
    await expectRulesToFit();
  });

  it('is canceled except for past events', async () => {
    const events = await newSeries(weekly(4));
    await withFrozenTime(Date.parse('2027-03-17T12:00:00.000Z'), () =>
      endEvent(
        server.running.platform,
        ownerAsViewer(),
        { space_id: space.id },
        { event_id: nth(events, 2).id, scope: 'all', how: 'cancel' },
      ),
    );
    expect(read(await living())).toEqual([
      '03-09 18:00 Rehearsal',
      '03-16 18:00 Rehearsal',
      '03-23 18:00 Rehearsal (cancelled)',
      '03-30 18:00 Rehearsal (cancelled)',
    ]);
  });

  it('keeps each event with its RSVPs when its days are skipped by other months', async () => {
    const onDay = (month_day: 30): RepeatRule => ({
      frequency: 'monthly',
      interval: 1,
      on: { type: 'date', month_day },
      ends: { type: 'count', count: 4 },
    });
    const events = await newSeries(onDay(30), {
      starts_local: '2027-01-30T18:00',
      ends_local: '2027-01-30T20:00',
    });
    expect(events.map(({ starts_local }) => starts_local.slice(5, 10))).toEqual([
      '01-30',
      '03-30',
      '04-30',
      '05-30',
    ]);
    await guest.call('set_rsvp', { event_id: nth(events, 2).id, rsvp: 'going' });
    await change(nth(events, 0), {
      scope: 'all',
      starts_local: '2027-01-31T18:00',
      ends_local: '2027-01-31T20:00',
    });
    const after = await living();
    expect(after.map(({ starts_local }) => starts_local.slice(5, 10))).toEqual([
      '01-31',
      '03-31',
      '05-31',
      '07-31',
    ]);
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
    expect(after.find(({ id }) => id === nth(events, 2).id)?.going_count).toBe(1);
    await expectRulesToFit();
  });

  it('takes an event back whose times were its own, when all get the same', async () => {
    const events = await newSeries(weekly(3));
    const second = nth(events, 1);
    expect((await change(second, { ends_local: '2027-03-16T22:00' })).is_exception).toBe(true);
    const ends_local = '2027-03-16T21:00';
    expect((await change(second, { scope: 'all', ends_local })).is_exception).toBe(false);
    const all = (await living()).map((event) => event.ends_local);
    expect(all).toEqual(['2027-03-09T21:00', ends_local, '2027-03-23T21:00']);
    await change(nth(events, 0), { scope: 'all', ends_local: '2027-03-09T19:00' });
    expect((await detail(second)).ends_local).toBe('2027-03-16T19:00');
  });

  it('moves to another time zone', async () => {
    const events = await newSeries(weekly(2));
    await change(nth(events, 0), { scope: 'all', time_zone: 'Africa/Lagos' });
    expect((await living()).map(({ starts_at }) => starts_at)).toEqual([
      '2027-03-09T17:00:00.000Z',
      '2027-03-16T17:00:00.000Z',
    ]);
    await expectRulesToFit();
  });

  it('can be canceled except for past events, and deleted completely', async () => {
    const events = await newSeries(weekly(3));
    await owner.call('cancel_event', { event_id: nth(events, 1).id, scope: 'all' });
    expect((await living()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    await owner.call('delete_event', { event_id: nth(events, 1).id, scope: 'all' });
    expect(await living()).toEqual([]);
  });
});

describe('This and following events', () => {
  it('split the series: earlier events stay, RSVPs are kept', async () => {
    const events = await newSeries(weekly(5));
    await guest.call('set_rsvp', { event_id: nth(events, 3).id, rsvp: 'maybe' });
    await change(nth(events, 2), {
      scope: 'this_and_following',
      title: 'Performance',
      starts_local: '2027-03-23T20:00',
      ends_local: '2027-03-23T22:00',
    });
    const after = await living();
    expect(read(after)).toEqual([
      '03-09 18:00 Rehearsal',
      '03-16 18:00 Rehearsal',
      '03-23 20:00 Performance',
      '03-30 20:00 Performance',
      '04-06 20:00 Performance',
    ]);
    expect(after.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(nth(after, 3).maybe_count).toBe(1);
    expect(new Set(after.map(({ series_id }) => series_id)).size).toBe(2);
    expect((await detail(nth(after, 0))).repeat).toMatchObject({ ends: { type: 'count', count: 2 } });
    expect((await detail(nth(after, 4))).repeat).toMatchObject({ ends: { type: 'count', count: 3 } });
    await expectRulesToFit();
    // The two parts are independent from now on.
    await change(nth(after, 0), { scope: 'all', title: 'Before' });
    expect((await living()).map(({ title }) => title)).toEqual([
      'Before',
      'Before',
      'Performance',
      'Performance',
      'Performance',
    ]);
  });

  it('keep all times when only the title changes, also of events moved individually', async () => {
    const events = await newSeries(weekly(4));
    await change(nth(events, 3), { starts_local: '2027-03-31T09:00', ends_local: '2027-03-31T10:00' });
    await change(nth(events, 1), { scope: 'this_and_following', title: 'Later' });
    expect(read(await living())).toEqual([
      '03-09 18:00 Rehearsal',
      '03-16 18:00 Later',
      '03-23 18:00 Later',
      '03-31 09:00 Later',
    ]);
    await expectRulesToFit();
  });

  it('take an event along whose title is its own', async () => {
    const events = await newSeries(weekly(4));
    await change(nth(events, 3), { title: 'Premiere' });
    await change(nth(events, 2), { scope: 'this_and_following', title: 'Performance' });
    const after = await living();
    expect(after.map(({ title }) => title)).toEqual(['Rehearsal', 'Rehearsal', 'Performance', 'Premiere']);
    expect(nth(after, 3).series_id).toBe(nth(after, 2).series_id);
    expect(nth(after, 2).series_id).not.toBe(nth(after, 1).series_id);
    await expectRulesToFit();
  });

  it('are the whole series if changed from the first event', async () => {
    const events = await newSeries(weekly(3));
    await change(nth(events, 0), { scope: 'this_and_following', title: 'All' });
    const after = await living();
    expect(after.map(({ title }) => title)).toEqual(['All', 'All', 'All']);
    expect(new Set(after.map(({ series_id }) => series_id))).toEqual(new Set([nth(events, 0).series_id]));
    await expectRulesToFit();
  });

  it('keep the end date of the series', async () => {
    const events = await newSeries({
      frequency: 'weekly',
      interval: 1,
      weekdays: ['TU'],
      ends: { type: 'until', until: '2027-04-06' },
    });
    expect(events).toHaveLength(5);
    await change(nth(events, 3), { scope: 'this_and_following', title: 'Later' });
    expect((await detail(nth(await living(), 4))).repeat).toMatchObject({ ends: { until: '2027-04-06' } });
    await expectRulesToFit();
  });

  it('can be canceled or deleted', async () => {
    const events = await newSeries(weekly(5));
    await owner.call('cancel_event', { event_id: nth(events, 3).id, scope: 'this_and_following' });
    expect((await living()).map(({ status }) => status)).toEqual([
      'scheduled',
      'scheduled',
      'scheduled',
      'cancelled',
      'cancelled',
    ]);
    await owner.call('delete_event', { event_id: nth(events, 2).id, scope: 'this_and_following' });
    expect(read(await living())).toEqual(['03-09 18:00 Rehearsal', '03-16 18:00 Rehearsal']);
    expect((await detail(nth(events, 0))).repeat).toMatchObject({ ends: { count: 2 } });
    await expectRulesToFit();
  });
});

/*
 * Written by hand: New York's clocks skip 02:00 to 03:00 on 14 March 2027 and show 01:00 to 02:00 twice on 7 November;
 * Berlin's skip 02:00 to 03:00 on 28 March 2027 and show it twice on 31 October; Lagos never changes.
 */
describe('Series at times that clock changes skip or repeat', () => {
  const daily = (number: number): RepeatRule => ({
    frequency: 'daily',
    interval: 1,
    ends: { type: 'count', count: number },
  });
  const spans = (events: CalendarEvent[]) =>
    events.map(({ starts_at, ends_at }) => `${starts_at.slice(5, 16)} ${ends_at.slice(11, 16)}`);

  it.each<[string, string, string, string[]]>([
    [
      'Berlin in spring, 02:30 to 03:30',
      'Europe/Berlin',
      '2027-03-27T02:30',
      ['03-27T01:30 02:30', '03-28T01:30 02:30', '03-29T00:30 01:30'],
    ],
    [
      'Berlin in autumn, 02:30 to 03:30: the earlier 02:30, two hours before the end',
      'Europe/Berlin',
      '2027-10-30T02:30',
      ['10-30T00:30 01:30', '10-31T00:30 02:30', '11-01T01:30 02:30'],
    ],
    [
      'New York in spring',
      'America/New_York',
      '2027-03-13T02:30',
      ['03-13T07:30 08:30', '03-14T07:30 08:30', '03-15T06:30 07:30'],
    ],
    [
      'New York in autumn, 01:30 to 02:30',
      'America/New_York',
      '2027-11-06T01:30',
      ['11-06T05:30 06:30', '11-07T05:30 07:30', '11-08T06:30 07:30'],
    ],
    [
      'Lagos, whatever others do',
      'Africa/Lagos',
      '2027-03-27T02:30',
      ['03-27T01:30 02:30', '03-28T01:30 02:30', '03-29T01:30 02:30'],
    ],
  ])('%s', async (_name, time_zone, starts_local, expected) => {
    const end = `${String(Number(starts_local.slice(11, 13)) + 1).padStart(2, '0')}:30`;
    const events = await newSeries(daily(3), {
      starts_local,
      ends_local: starts_local.slice(0, 11) + end,
      time_zone,
    });
    // The wall times are as entered, on every day.
    expect(events.map((event) => event.starts_local.slice(11))).toEqual(
      Array.from({ length: 3 }, () => starts_local.slice(11)),
    );
    // In spring in Berlin 02:30 becomes 03:30, its original end: it keeps its duration of an hour.
    expect(spans(events)).toEqual(expected);
  });

  it('work across midnight into the day of the change', async () => {
    const events = await newSeries(daily(2), {
      starts_local: '2027-03-26T23:00',
      ends_local: '2027-03-27T04:00',
      time_zone: 'Europe/Berlin',
    });
    // Five wall-clock hours; the second night has four.
    expect(spans(events)).toEqual(['03-26T22:00 03:00', '03-27T22:00 02:00']);
  });

  it('can move into the skipped hour and out of it again', async () => {
    const events = await newSeries(daily(3), {
      starts_local: '2027-03-27T18:00',
      ends_local: '2027-03-27T19:00',
      time_zone: 'Europe/Berlin',
    });
    const second = nth(events, 1);
    const into = { starts_local: '2027-03-28T02:15', ends_local: '2027-03-28T04:15' };
    expect(await change(second, into)).toMatchObject({
      ...into,
      starts_at: '2027-03-28T01:15:00.000Z',
      ends_at: '2027-03-28T02:15:00.000Z',
    });
    expect(
      await change(second, { starts_local: '2027-03-28T18:00', ends_local: '2027-03-28T19:00' }),
    ).toMatchObject({ starts_at: '2027-03-28T16:00:00.000Z', ends_at: '2027-03-28T17:00:00.000Z' });
  });

  it('repeat on a leap day in every leap year', async () => {
    const events = await newSeries(
      { frequency: 'yearly', interval: 1, ends: { type: 'count', count: 3 } },
      { starts_local: '2028-02-29T18:00', ends_local: '2028-02-29T20:00', time_zone: 'America/New_York' },
    );
    expect(events.map(({ starts_at }) => starts_at)).toEqual([
      '2028-02-29T23:00:00.000Z',
      '2032-02-29T23:00:00.000Z',
      '2036-02-29T23:00:00.000Z',
    ]);
  });

  it('repeat on the nth weekday of a month, across both changes', async () => {
    const events = await newSeries(
      {
        frequency: 'monthly',
        interval: 1,
        on: { type: 'weekday', nth: 2, weekday: 'SU' },
        ends: { type: 'count', count: 10 },
      },
      { starts_local: '2027-02-14T18:00', ends_local: '2027-02-14T20:00', time_zone: 'America/New_York' },
    );
    // Second Sundays of 2027 from February on; summer time from 14 March to 7 November.
    expect(events.map(({ starts_at }) => starts_at.slice(5, 16))).toEqual([
      '02-14T23:00',
      '03-14T22:00',
      '04-11T22:00',
      '05-09T22:00',
      '06-13T22:00',
      '07-11T22:00',
      '08-08T22:00',
      '09-12T22:00',
      '10-10T22:00',
      '11-14T23:00',
    ]);
  });
});

describe('Consecutive changes', () => {
  it('move following events by as much as an individually moved event moves', async () => {
    const events = await newSeries(weekly(4));
    const second = nth(events, 1);
    await change(second, { starts_local: '2027-03-17T10:00', ends_local: '2027-03-17T12:00' });
    // It moves by an hour, so the following events move by an hour too, each from its own time.
    await change(second, {
      scope: 'this_and_following',
      starts_local: '2027-03-17T11:00',
      ends_local: '2027-03-17T13:00',
    });
    expect(read(await living())).toEqual([
      '03-09 18:00 Rehearsal',
      '03-17 11:00 Rehearsal',
      '03-23 19:00 Rehearsal',
      '03-30 19:00 Rehearsal',
    ]);
    await expectRulesToFit();
  });

  it('keep an individually moved event among the following ones', async () => {
    const events = await newSeries(weekly(5));
    await change(nth(events, 3), { starts_local: '2027-03-31T09:00', ends_local: '2027-03-31T10:00' });
    await change(nth(events, 2), {
      scope: 'this_and_following',
      starts_local: '2027-03-23T20:00',
      ends_local: '2027-03-23T21:00',
    });
    expect(read(await living())).toEqual([
      '03-09 18:00 Rehearsal',
      '03-16 18:00 Rehearsal',
      '03-23 20:00 Rehearsal',
      '03-31 09:00 Rehearsal',
      '04-06 20:00 Rehearsal',
    ]);
    await expectRulesToFit();
  });

  it('keep a canceled event canceled and a deleted one deleted when the series moves', async () => {
    const events = await newSeries(weekly(4));
    await owner.call('cancel_event', { event_id: nth(events, 1).id });
    await owner.call('delete_event', { event_id: nth(events, 2).id });
    await change(nth(events, 0), {
      scope: 'all',
      starts_local: '2027-03-09T20:00',
      ends_local: '2027-03-09T22:00',
    });
    expect(read(await living())).toEqual([
      '03-09 20:00 Rehearsal',
      '03-16 20:00 Rehearsal (cancelled)',
      '03-30 20:00 Rehearsal',
    ]);
    await expectRulesToFit();
  });

  it('change each part of a twice split series independently', async () => {
    const events = await newSeries(weekly(6));
    await change(nth(events, 2), { scope: 'this_and_following', title: 'Second' });
    await change(nth(events, 4), {
      scope: 'this_and_following',
      title: 'Third',
      starts_local: '2027-04-07T18:00',
      ends_local: '2027-04-07T20:00',
    });
    await owner.call('cancel_event', { event_id: nth(events, 0).id, scope: 'all' });
    expect(read(await living())).toEqual([
      '03-09 18:00 Rehearsal (cancelled)',
      '03-16 18:00 Rehearsal (cancelled)',
      '03-23 18:00 Second',
      '03-30 18:00 Second',
      '04-07 18:00 Third',
      '04-14 18:00 Third',
    ]);
    await expectRulesToFit();
  });
});

describe('Single event', () => {
  it('becomes a series and keeps its RSVPs', async () => {
    await newSeries(weekly(1));
    const single = await newEvent(owner, space, {
      title: 'Walk',
      starts_local: '2027-05-31T10:00',
      ends_local: '2027-05-31T12:00',
      time_zone: 'Africa/Lagos',
    });
    await guest.call('set_rsvp', { event_id: single.id, rsvp: 'going' });
    const changed = await change(single, {
      repeat: {
        frequency: 'monthly',
        interval: 1,
        on: { type: 'date', month_day: 31 },
        ends: { type: 'count', count: 3 },
      },
    });
    expect(changed).toMatchObject({ id: single.id, going_count: 1 });
    expect(changed.series_id).not.toBeNull();
    expect(read(await living()).slice(1)).toEqual([
      '05-31 10:00 Walk',
      '07-31 10:00 Walk',
      '08-31 10:00 Walk',
    ]);
    await expectRulesToFit();
  });
});

describe('Concurrent changes', () => {
  it('of two parts of a series lose no event and put none into two series', async () => {
    const events = await newSeries(weekly(8));
    await Promise.all([
      change(nth(events, 2), { scope: 'this_and_following', title: 'From the third' }),
      change(nth(events, 5), { scope: 'this_and_following', title: 'From the sixth' }),
      change(nth(events, 0), { scope: 'all', address: 'Hall', location_type: 'in_person' }),
      change(nth(events, 7), { title: 'The last' }),
    ]);
    const after = await living();
    expect(after.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(nth(after, 7).title).toBe('The last');
    expect(nth(after, 0).address).toBe('Hall');
    await expectRulesToFit();
  });
});

it('Pages get one changed event as it is, and request the calendar again when several changed', async () => {
  const [first] = await newSeries();
  const published = async () => [
    (await publishedEvents(server, `space:${space.id}`, 'event.changed')).length,
    (await publishedEvents(server, `space:${space.id}`, 'calendar.changed')).length,
  ];
  const update = async (scope: 'this' | 'all', title: string) => {
    const before = await published();
    await owner.call('update_event', { event_id: first?.id ?? '', scope, title });
    return (await published()).map((count, index) => count - (before[index] ?? 0));
  };
  expect(await update('this', 'Dress rehearsal')).toEqual([1, 0]);
  expect(await update('all', 'Choir')).toEqual([0, 1]);
});
