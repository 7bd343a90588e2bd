import ICAL from 'ical.js';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { deleteSessionsOf } from '#server/platform/auth/sessions.queries.ts';
import { runHooks } from '#server/platform/lifecycle.ts';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newMember, newPerson, newSpace, newSpaceWithMember, type TestPerson } from '#testing/people.ts';
import { expectError } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';
import { findTokenVersion } from './subscription.queries.ts';

const server = sharedServer();
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  ({ owner, space, member } = await newSpaceWithMember(server));
});

async function fileOf(person: TestPerson, eventId: string): Promise<string> {
  const response = await person.fetch(`/calendar/events/${eventId}.ics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await response.text();
  // RFC 5545: lines end with CRLF and have at most 75 octets.
  for (const line of text.split('\r\n')) {
    expect(line).not.toContain('\n');
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  return text;
}
/** Returns the lines of a file, unfolded. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
/** Returns the lines of each VEVENT. */
const eventsIn = (text: string) =>
  linesOf(text)
    .join('\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map((part) => part.split('\nEND:VEVENT')[0]?.split('\n') ?? []);
const valueIn = (lines: string[] | undefined, name: string) =>
  lines?.find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))?.slice(name.length);

const host = 'localhost';
const weekly = {
  title: 'Choir, evening; part one',
  description: '<p>Bring water &amp; scores.</p>',
  starts_local: '2027-03-09T18:00',
  ends_local: '2027-03-09T20:00',
  time_zone: 'Europe/Berlin',
  location_type: 'in_person' as const,
  address: 'Große Halle 1,\nBerlin',
  repeat: {
    frequency: 'weekly' as const,
    interval: 1,
    weekdays: ['TU' as const],
    ends: { type: 'until' as const, until: '2027-04-13' },
  },
};

describe('Calendar file of an event', () => {
  it('contains its content and its times, in its time zone', async () => {
    const { repeat: _repeat, ...single } = weekly;
    const event = await newEvent(owner, space, single);
    const text = await fileOf(member, event.id);
    const [lines, ...others] = eventsIn(text);
    expect(others).toEqual([]);
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:${event.id}@${host}`,
        'SEQUENCE:0',
        'DTSTART;TZID=Europe/Berlin:20270309T180000',
        'DTEND;TZID=Europe/Berlin:20270309T200000',
        'SUMMARY:Choir\\, evening\\; part one',
        'LOCATION:Große Halle 1\\,\\nBerlin',
        `URL:${server.url}/${space.subdomain}/space/calendar?event=${event.id}`,
        'STATUS:CONFIRMED',
      ]),
    );
    expect(valueIn(lines, 'DESCRIPTION')).toContain('Bring water & scores.');
    // Berlin's clocks: back on 25 October 2026, forward on 28 March 2027, back on 31 October 2027.
    const zone = linesOf(text).join('\n').split('BEGIN:VTIMEZONE\n')[1]?.split('END:VTIMEZONE')[0] ?? '';
    expect(zone).toContain('TZID:Europe/Berlin');
    expect(zone).toContain('BEGIN:STANDARD\nDTSTART:20261025T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\n');
    expect(zone).toContain('BEGIN:DAYLIGHT\nDTSTART:20270328T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n');
    expect(zone).toContain('BEGIN:STANDARD\nDTSTART:20271031T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\n');
  });

  it('increments its sequence with each change, and keeps its id', async () => {
    const event = await newEvent(owner, space, { title: 'Sequence' });
    const readVevent = async () => {
      const [lines] = eventsIn(await fileOf(owner, event.id));
      return [valueIn(lines, 'UID'), valueIn(lines, 'SEQUENCE'), valueIn(lines, 'STATUS')];
    };
    const uid = `:${event.id}@${host}`;
    expect(await readVevent()).toEqual([uid, ':0', ':CONFIRMED']);
    await owner.call('update_event', { event_id: event.id, title: 'Sequence 2' });
    expect(await readVevent()).toEqual([uid, ':1', ':CONFIRMED']);
    await owner.call('cancel_event', { event_id: event.id });
    expect(await readVevent()).toEqual([uid, ':2', ':CANCELLED']);
  });

  it('contains dates for all-day events, and the right times in UTC and zones without clock changes', async () => {
    const days = { starts_local: '2028-02-29T00:00', ends_local: '2028-03-01T00:00', all_day: true };
    const leap = await newEvent(owner, space, { ...days, time_zone: 'Africa/Lagos' });
    const text = await fileOf(owner, leap.id);
    expect(text).toContain('DTSTART;VALUE=DATE:20280229\r\nDTEND;VALUE=DATE:20280301\r\n');
    expect(text).not.toContain('VTIMEZONE');
    const utc = await newEvent(owner, space);
    expect(await fileOf(owner, utc.id)).toMatch(/DTSTART:\d{8}T\d{6}Z\r\n/);
    const lagos = await newEvent(owner, space, { ...eventTimesIn(24), time_zone: 'Africa/Lagos' });
    expect(await fileOf(owner, lagos.id)).toMatch(
      /TZID:Africa\/Lagos\r\nBEGIN:STANDARD\r\n[\s\S]*TZOFFSETTO:\+0100/,
    );
  });

  it('never contains the link of an online event', async () => {
    const event = await newEvent(owner, space, {
      location_type: 'link',
      url: 'https://meet.example.com/room',
    });
    expect(await fileOf(owner, event.id)).not.toContain('meet.example.com');
  });

  it('contains the rule, the exclusions and the exceptions of a series', async () => {
    const first = await newEvent(owner, space, weekly);
    const { events } = await owner.call('list_events', {
      space_id: space.id,
      from: '2027-03-10T00:00:00.000Z',
      to: '2027-05-01T00:00:00.000Z',
    });
    const [second, third, fourth] = events.filter(({ series_id }) => series_id === first.series_id);
    if (!second || !third || !fourth) throw new Error('the series is too short');
    await owner.call('delete_event', { event_id: second.id });
    await owner.call('update_event', {
      event_id: third.id,
      starts_local: '2027-03-24T19:00',
      ends_local: '2027-03-24T21:00',
    });
    await owner.call('cancel_event', { event_id: fourth.id });
    const text = await fileOf(member, third.id);
    const [main, ...others] = eventsIn(text);
    expect(valueIn(main, 'UID')).toBe(`:${first.series_id}@${host}`);
    expect(valueIn(main, 'RRULE')).toBe(':FREQ=WEEKLY;COUNT=6;BYDAY=TU');
    expect(valueIn(main, 'EXDATE')).toBe(';TZID=Europe/Berlin:20270316T180000');
    expect(
      others.map((lines) => ['RECURRENCE-ID', 'DTSTART', 'STATUS'].map((name) => valueIn(lines, name))),
    ).toEqual([
      [';TZID=Europe/Berlin:20270323T180000', ';TZID=Europe/Berlin:20270324T190000', ':CONFIRMED'],
      [';TZID=Europe/Berlin:20270330T180000', ';TZID=Europe/Berlin:20270330T180000', ':CANCELLED'],
    ]);
    expect(new Set(others.map((lines) => valueIn(lines, 'UID'))).size).toBe(1);

    // A calendar app reads the same starts from it as the product shows.
    const calendar = new ICAL.Component(ICAL.parse(text));
    for (const zone of calendar.getAllSubcomponents('vtimezone')) {
      ICAL.TimezoneService.register(new ICAL.Timezone(zone));
    }
    const [series, ...exceptions] = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    for (const exception of exceptions) series?.relateException(exception);
    const starts: string[] = [];
    const iterator = series?.iterator();
    for (let next = iterator?.next(); next && series; next = iterator?.next()) {
      starts.push(series.getOccurrenceDetails(next).startDate.toJSDate().toISOString());
    }
    expect(starts).toEqual([
      '2027-03-09T17:00:00.000Z',
      '2027-03-24T18:00:00.000Z',
      '2027-03-30T16:00:00.000Z',
      '2027-04-06T16:00:00.000Z',
      '2027-04-13T16:00:00.000Z',
    ]);
  });

  it('is available to people who can see the event', async () => {
    const hidden = await newSpace(owner, { is_private: true });
    const event = await newEvent(owner, hidden);
    for (const name of [`${event.id}.ics`, `${event.id}`, 'x.ics', `${hidden.id}.ics`]) {
      await expectError(await member.fetch(`/calendar/events/${name}`), 'event_not_found');
    }
    await fileOf(owner, event.id);
  });
});

describe('Calendar subscription', () => {
  const pathOf = (url: string) => new URL(url).pathname;
  const feed = async (url: string, headers: Record<string, string> = {}) =>
    await server.client().fetch(pathOf(url), { headers });

  it('has one secret link until it is reset or deleted', async () => {
    const person = await newMember(server, space);
    expect(await person.call('get_calendar_feed')).toEqual({ feed: null });
    const { feed: created } = await person.call('create_calendar_feed');
    expect(await person.call('create_calendar_feed')).toEqual({ feed: created });
    expect(await person.call('get_calendar_feed')).toEqual({ feed: created });
    expect(created.webcal_url).toBe(created.url.replace('http:', 'webcal:'));
    expect((await feed(created.url)).status).toBe(200);
    const { feed: other } = await person.call('reset_calendar_feed');
    expect(other.url).not.toBe(created.url);
    await expectError(await feed(created.url), 'not_found');
    expect((await feed(other.url)).status).toBe(200);
    await person.call('delete_calendar_feed');
    await expectError(await feed(other.url), 'not_found');
    const rows = await server.db.selectFrom('calendar_subscriptions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(pathOf(other.url).slice(15, -4));
    await expectError(await server.client().fetch('/calendar/feed/nonsense.ics'), 'not_found');
  });

  it.each(['create_calendar_feed', 'reset_calendar_feed'] as const)(
    "isn't made by %s of a session that a password reset is ending",
    async (call) => {
      const person = await newPerson(server);
      const { id } = person.user;
      const { request } = await server.db.transaction().execute(async (tx) => {
        // What a password reset does.
        await sql`select from users where id = ${id}::uuid for update`.execute(tx);
        const request = Promise.allSettled([person.call(call)]);
        await untilWaiting(server.db, '%calendar_subscriptions%');
        await deleteSessionsOf(tx, id);
        await runHooks(tx, server.running.platform, 'accountSecured', { user_id: id });
        return { request };
      });
      expect(await request).toMatchObject([
        { status: 'rejected', reason: { code: 'authentication_required' } },
      ]);
      expect(await findTokenVersion(server.db, id)).toBeNull();
    },
  );

  it("contains the events of the member's spaces, except those with the RSVP No", async () => {
    const person = await newPerson(server);
    const [mine, others] = [await newSpace(owner), await newSpace(owner)];
    await person.call('public_join_space', { space_id: mine.id });
    await newEvent(owner, mine, { title: 'Mine' });
    await newEvent(owner, others, { title: 'Elsewhere' });
    await newEvent(owner, mine, { title: 'Long ago', ...eventTimesIn(-24 * 200) });
    const declined = await newEvent(owner, mine, { title: 'Declined' });
    await person.call('set_rsvp', { event_id: declined.id, rsvp: 'no' });
    const series = await newEvent(owner, mine, {
      ...weekly,
      title: 'Series',
      ...eventTimesIn(24),
      repeat: { frequency: 'daily', interval: 1, ends: { type: 'count', count: 3 } },
    });
    await person.call('set_rsvp', { event_id: series.id, rsvp: 'no' });
    const { feed: subscription } = await person.call('create_calendar_feed');
    const titles = async () =>
      eventsIn(await (await feed(subscription.url)).text()).map((lines) =>
        valueIn(lines, 'SUMMARY')?.slice(1),
      );
    expect((await titles()).toSorted()).toEqual(['Mine', 'Series']);
    const text = await (await feed(subscription.url)).text();
    expect(text).toContain(`EXDATE:${series.starts_local.replace(/[-:]/g, '')}00Z`);
    await person.call('leave_space', { space_id: mine.id });
    expect(await titles()).toEqual([]);
  });

  it.each(['remove_member', 'ban_member'] as const)('contains no events of a space after %s', async (end) => {
    const person = await newPerson(server);
    const [lost, joined] = [await newSpace(owner), await newSpace(owner)];
    for (const { id: space_id } of [lost, joined]) await person.call('public_join_space', { space_id });
    const event = await newEvent(owner, lost, { title: 'Theirs' });
    await person.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await newEvent(owner, joined, { title: 'Still mine' });
    const { feed: subscription } = await person.call('create_calendar_feed');
    expect(await (await feed(subscription.url)).text()).toContain('Theirs');
    await owner.call(end, { space_id: lost.id, user_id: person.user.id });
    const text = await (await feed(subscription.url)).text();
    expect(text).not.toContain('Theirs');
    expect(text).toContain('Still mine');
  });

  it('returns 304 if unchanged', async () => {
    const person = await newMember(server, space);
    const { feed: subscription } = await person.call('create_calendar_feed');
    const first = await feed(subscription.url);
    expect(first.headers.get('cache-control')).toBe('private, max-age=900');
    const tag = first.headers.get('etag') ?? '';
    expect((await feed(subscription.url, { 'if-none-match': tag })).status).toBe(304);
    await newEvent(owner, space, { title: 'New' });
    expect((await feed(subscription.url, { 'if-none-match': tag })).status).toBe(200);
  });
});
