import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { newCourse, newPage } from '#testing/samples/courses.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
const hour = 60 * 60 * 1000;
const day = 24 * hour;
let owner: TestPerson;
/** At level 1, so that the rule below locks everything for them. */
let member: TestPerson;
let stranger: TestPerson;
let space: Space;

beforeAll(async () => {
  [owner, stranger] = [await newPerson(server), await newPerson(server)];
  space = await newSpace(owner);
  member = await newMember(server, space);
});
afterEach(() => setClockOffset(0));

const secret = {
  description: '<p>Bring the secret starter.</p>',
  location_type: 'in_person' as const,
  address: 'Secret cellar 4',
};
const weekly = (count: number) => ({
  frequency: 'daily' as const,
  interval: 1,
  ends: { type: 'count' as const, count },
});
const level2: AccessRule = { kind: 'level', level: 2 };
const limit = (event: { id: string }, rules: AccessRule[] = [level2]) =>
  owner.call('set_event_access', { event_id: event.id, match: 'all', rules });
const newLocked = async (fields: Parameters<typeof newEvent>[2] = {}) => {
  const event = await newEvent(owner, space, { ...secret, ...fields });
  await limit(event);
  return event;
};
const read = async (person: Pick<TestPerson, 'call'>, { id }: { id: string }) =>
  (await person.call('get_event', { event_id: id })).event;
const rsvp = (person: TestPerson, { id }: { id: string }) =>
  outcomeOf(person.call('set_rsvp', { event_id: id, rsvp: 'going' }));
const fileOf = async (person: TestPerson, { id }: { id: string }) =>
  await (await person.fetch(`/calendar/events/${id}.ics`)).text();
/** What anything shows of an event only to those who can open it. */
const secrets = /secret/i;
const listed = async (person: TestPerson, { id }: { id: string }) => {
  const { events } = await person.call('list_agenda', { space_id: space.id, direction: 'upcoming' });
  return events.find((event) => event.id === id);
};
const newLeveled = async () => {
  const person = await newMember(server, space);
  await setPoints(server, space, person, 20);
  return person;
};

describe('An event with rules', () => {
  it('shows those who do not meet them when it is and why it is locked, but not where, what or who', async () => {
    const event = await newLocked();
    const leveled = await newLeveled();
    await leveled.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    const visitor = server.client();
    for (const person of [member, stranger, visitor]) {
      const seen = await read(person, event);
      expect(seen).toMatchObject({
        title: event.title,
        starts_at: event.starts_at,
        location_type: 'none',
        address: null,
        description: '',
        going_count: 1,
        access: null,
        lock: { match: 'all', unmet: [{ rule: level2, opens_at: null }], opens_at: null },
      });
      const attendees = person.call('list_attendees', { event_id: event.id });
      expect(await outcomeOf(attendees)).toBe('event_locked');
    }
    const from = new Date(Date.now()).toISOString();
    const to = new Date(Date.now() + 3 * day).toISOString();
    const { events } = await member.call('list_events', { space_id: space.id, from, to });
    for (const row of [events.find(({ id }) => id === event.id), await listed(member, event)]) {
      expect(row?.lock).not.toBeNull();
      expect(JSON.stringify(row)).not.toMatch(secrets);
    }
    for (const person of [leveled, owner]) {
      expect(await read(person, event)).toMatchObject({ ...secret, lock: null });
      expect((await listed(person, event))?.address).toBe(secret.address);
    }
  });

  it('takes no RSVP and gives no link to those for whom it is locked', async () => {
    const event = await newEvent(owner, space, {
      ...eventTimesIn(0),
      location_type: 'link',
      url: 'https://meet.example.com/secret',
    });
    const link = (person: TestPerson) => outcomeOf(person.call('get_event_link', { event_id: event.id }));
    expect([await rsvp(member, event), await link(member)]).toEqual(['done', 'done']);
    await limit(event);
    expect([await rsvp(member, event), await link(member)]).toEqual(['event_locked', 'event_locked']);
    const all = member.call('set_rsvp', { event_id: event.id, rsvp: 'going', scope: 'all' });
    expect(await outcomeOf(all)).toBe('event_locked');
    const leveled = await newLeveled();
    expect([await rsvp(leveled, event), await link(leveled)]).toEqual(['done', 'done']);
    expect([await rsvp(owner, event), await link(owner)]).toEqual(['done', 'done']);
  });

  it('lets those whom it was locked for withdraw, and shows them no more of it', async () => {
    const event = await newEvent(owner, space, secret);
    await member.call('set_rsvp', { event_id: event.id, rsvp: 'going' });
    await limit(event);
    expect((await read(member, event)).viewer_rsvp).toBe('going');
    const { event: after } = await member.call('delete_rsvp', { event_id: event.id });
    expect(after).toMatchObject({ viewer_rsvp: null, going_count: 0, description: '' });
    expect(after.lock).not.toBeNull();
  });

  it('is open to its hosts and to admins, and shows its rules to editors only', async () => {
    const [host, admin] = [await newMember(server, space), await newMember(server, space)];
    const event = await newEvent(owner, space, { ...secret, host_ids: [host.user.id] });
    await limit(event);
    await setRole(server, space.id, admin.user.id, 'admin');
    expect(await read(host, event)).toMatchObject({ ...secret, lock: null, access: null });
    expect(await rsvp(host, event)).toBe('done');
    expect(await read(admin, event)).toMatchObject({
      ...secret,
      lock: null,
      access: { match: 'all', rules: [level2] },
    });
    await setRole(server, space.id, admin.user.id, 'member');
    expect((await read(admin, event)).lock).not.toBeNull();
    const { members } = await owner.call('list_event_access', { event_id: event.id });
    expect(members.find(({ person }) => person.id === host.user.id)?.is_open).toBe(true);
    // Past events keep their hosts.
    const past = await newEvent(owner, space, { ...eventTimesIn(-48), host_ids: [host.user.id] });
    await limit(past);
    expect((await read(host, past)).lock).toBeNull();
    await host.call('leave_space', { space_id: space.id });
    for (const one of [event, past]) expect((await read(host, one)).lock).not.toBeNull();
  });

  it('opens at its date without any change', async () => {
    const event = await newEvent(owner, space, { ...secret, ...eventTimesIn(48) });
    const at = new Date(Date.now() + day).toISOString();
    await limit(event, [{ kind: 'date', at }]);
    expect((await read(server.client(), event)).lock).toMatchObject({ opens_at: at });
    setClockOffset(day + 1_000);
    expect(await read(server.client(), event)).toMatchObject({ ...secret, lock: null });
  });

  it('opens with the level, the days or the course that it asks for', async () => {
    const event = await newEvent(owner, space, secret);
    const course = await newCourse(owner, space);
    const page = await newPage(owner, course);
    const person = await newMember(server, space);
    await limit(event, [level2, { kind: 'prerequisite', target: { kind: 'course', id: course.id } }]);
    expect((await read(person, event)).lock?.unmet.map(({ title }) => title)).toEqual([null, course.title]);
    await setPoints(server, space, person, 20);
    expect((await read(person, event)).lock?.unmet).toHaveLength(1);
    await person.call('set_page_completion', { page_id: page.id, completed: true });
    expect((await read(person, event)).lock).toBeNull();
    const missing = limit(event, [{ kind: 'prerequisite', target: { kind: 'course', id: newId() } }]);
    expect(await outcomeOf(missing)).toBe('prerequisite_not_found');
  });

  it('can be set, given and listed by editors only', async () => {
    const event = await newLocked();
    const event_id = event.id;
    for (const [person, code] of [
      [member, 'not_allowed'],
      [stranger, 'membership_required'],
      [server.client(), 'authentication_required'],
    ] as const) {
      const calls = [
        person.call('set_event_access', { event_id, match: 'all', rules: [] }),
        person.call('give_event_access', { event_id, client_id: newId(), to: { user_id: member.user.id } }),
        person.call('take_event_access', { event_id, from: { user_id: member.user.id } }),
        person.call('list_event_access', { event_id }),
      ];
      expect(await Promise.all(calls.map(outcomeOf))).toEqual([code, code, code, code]);
    }
    expect((await read(member, event)).lock).not.toBeNull();
  });
});

describe('Access to an event by hand', () => {
  it('opens it to one member or to many, can be taken back as a whole, and ends with the membership', async () => {
    const event = await newLocked();
    await limit(event, [{ kind: 'grant' }]);
    const [one, leveled] = [await newMember(server, space), await newLeveled()];
    const open = async (person: TestPerson) => (await read(person, event)).lock === null;
    const give = (to: { user_id: string } | { min_level: number; min_days: number }, client_id = newId()) =>
      owner.call('give_event_access', { event_id: event.id, client_id, to });
    await give({ user_id: one.user.id });
    const client_id = newId();
    expect((await give({ min_level: 2, min_days: 0 }, client_id)).given_count).toBeGreaterThan(0);
    expect([await open(one), await open(leveled), await open(member)]).toEqual([true, true, false]);
    await owner.call('take_event_access', { event_id: event.id, from: { client_id } });
    expect([await open(one), await open(leveled)]).toEqual([true, false]);
    await one.call('leave_space', { space_id: space.id });
    await one.call('public_join_space', { space_id: space.id });
    expect(await open(one)).toBe(false);
    expect(await outcomeOf(give({ user_id: stranger.user.id }))).toBe('member_not_found');
  });

  it('is listed with since when, and the preview agrees with the rules', async () => {
    const event = await newLocked();
    const given = await newMember(server, space);
    const to = { user_id: given.user.id };
    await owner.call('give_event_access', { event_id: event.id, client_id: newId(), to });
    const { members } = await owner.call('list_event_access', { event_id: event.id });
    const row = (person: TestPerson) => members.find(({ person: { id } }) => id === person.user.id);
    expect(row(given)).toMatchObject({ is_open: true, granted_at: expect.any(String) });
    expect(row(member)).toMatchObject({
      is_open: false,
      locked_by: [{ item: { kind: 'event' }, lock: { unmet: [{ rule: level2 }] } }],
    });
    const none = { days: 0, is_paying: 'false', is_granted: 'false', has_completed: 'false' } as const;
    const preview = async (level: number) =>
      (await owner.call('preview_event_access', { event_id: event.id, level, ...none })).lock;
    expect((await preview(1))?.unmet).toMatchObject([{ rule: level2 }]);
    expect(await preview(2)).toBeNull();
  });
});

describe('The rules of a series', () => {
  const eventsOf = async (series: string) =>
    await server.db
      .selectFrom('events')
      .select(['id', 'series_id', 'starts_at'])
      .where('series_id', '=', series)
      .orderBy('starts_at')
      .execute();

  it('lock each of its events, also one that was changed by itself', async () => {
    const first = await newEvent(owner, space, { ...secret, repeat: weekly(3) });
    const [, second, third] = await eventsOf(first.series_id ?? '');
    if (!second || !third) throw new Error('The series is too short');
    await limit(second);
    await owner.call('update_event', { event_id: third.id, address: 'Another secret', scope: 'this' });
    for (const event of [first, second, third]) {
      expect(await read(member, event)).toMatchObject({ address: null, description: '' });
      expect((await read(member, event)).lock).not.toBeNull();
    }
    expect(await fileOf(member, first)).not.toMatch(secrets);
    expect(await fileOf(owner, first)).toMatch(secrets);
  });

  it('stay when the series is split, when an event leaves it, and when a single event becomes one', async () => {
    const single = await newLocked();
    const { event: first } = await owner.call('update_event', { event_id: single.id, repeat: weekly(3) });
    expect((await read(member, first)).lock).not.toBeNull();
    const [, second] = await eventsOf(first.series_id ?? '');
    if (!second) throw new Error('The series is too short');
    const given = await newMember(server, space);
    const to = { user_id: given.user.id };
    await owner.call('give_event_access', { event_id: first.id, client_id: newId(), to });
    await owner.call('update_event', {
      event_id: second.id,
      title: 'Another title',
      scope: 'this_and_following',
    });
    const later = await read(member, second);
    expect(later.series_id).not.toBe(first.series_id);
    expect(later.lock).not.toBeNull();
    expect((await read(given, second)).lock).toBeNull();
    await limit(second, []);
    expect([(await read(member, first)).lock === null, (await read(member, second)).lock]).toEqual([
      false,
      null,
    ]);
  });

  it('stay with a past event that a new rule does not contain', async () => {
    const first = await newEvent(owner, space, {
      ...secret,
      ...eventTimesIn(-30),
      repeat: weekly(4),
    });
    await limit(first);
    const events = await eventsOf(first.series_id ?? '');
    const coming = events.at(-1);
    if (!coming) throw new Error('The series is empty');
    const weekdays = (['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const).filter(
      (_, index) => index === new Date(coming.starts_at).getUTCDay(),
    );
    await owner.call('update_event', {
      event_id: coming.id,
      repeat: { frequency: 'weekly', interval: 1, weekdays, ends: { type: 'count', count: 2 } },
      scope: 'all',
    });
    const detached = await read(member, first);
    expect(detached).toMatchObject({ series_id: null, description: '', address: null });
    expect(detached.lock).not.toBeNull();
  });
});

describe('Live events', () => {
  const eventsOn = async (channel: string, type: Parameters<typeof publishedEvents>[2], eventId: string) =>
    JSON.stringify(await publishedEvents(server, channel, type)).includes(eventId);

  it('never carry an event with rules, nor who comes to it', async () => {
    const event = await newLocked();
    const channel = `space:${space.id}`;
    const changes = async () => (await publishedEvents(server, channel, 'calendar.changed')).length;
    const before = await changes();
    await owner.call('update_event', { event_id: event.id, title: 'Another title' });
    expect(await changes()).toBe(before + 1);
    expect(await eventsOn(channel, 'event.changed', event.id)).toBe(false);
    const leveled = await newLeveled();
    await rsvp(leveled, event);
    const counted = (await publishedEvents(server, channel, 'event.rsvps_changed')).flatMap(
      ({ events }) => events,
    );
    expect(counted.find(({ event_id }) => event_id === event.id)).toMatchObject({
      going_count: 1,
      rsvps: [],
    });
    const own = await publishedEvents(server, `user:${leveled.user.id}`, 'calendar.changed');
    expect(own).toEqual([{ space_id: space.id }]);
    await owner.call('cancel_event', { event_id: event.id });
    expect(await eventsOn(channel, 'event.changed', event.id)).toBe(false);
  });

  it('tell pages when rules or access change', async () => {
    const event = await newEvent(owner, space);
    const count = async (channel: string) =>
      (await publishedEvents(server, channel, 'calendar.changed')).length;
    const before = await count(`space:${space.id}`);
    await limit(event);
    expect(await count(`space:${space.id}`)).toBe(before + 1);
    const given = await newMember(server, space);
    const to = { user_id: given.user.id };
    await owner.call('give_event_access', { event_id: event.id, client_id: newId(), to });
    expect(await count(`user:${given.user.id}`)).toBe(1);
    await owner.call('take_event_access', { event_id: event.id, from: to });
    expect(await count(`user:${given.user.id}`)).toBe(2);
    expect(await count(`space:${space.id}`)).toBe(before + 1);
  });
});

describe('Calendar files', () => {
  it('have only the time and the title of an event that is locked', async () => {
    const event: CalendarEventDetail = await newLocked({ title: 'Closed evening' });
    for (const person of [member, stranger]) {
      const file = await fileOf(person, event);
      expect(file).toContain('SUMMARY:Closed evening');
      expect(file).not.toMatch(secrets);
    }
    for (const person of [owner, await newLeveled()]) expect(await fileOf(person, event)).toMatch(secrets);
  });

  it('of a member have the same, in each of their spaces', async () => {
    const other = await newPerson(server);
    const [here, there] = [await newSpace(other), await newSpace(other)];
    const person = await newMember(server, here);
    await person.call('public_join_space', { space_id: there.id });
    await setPoints(server, there, person, 20);
    const newRuled = async (in_space: Space, fields: Parameters<typeof newEvent>[2]) => {
      const { id } = await newEvent(other, in_space, { ...secret, ...fields });
      await other.call('set_event_access', { event_id: id, match: 'all', rules: [level2] });
    };
    await newRuled(here, { title: 'Closed here' });
    await newRuled(here, { title: 'Closed series', repeat: weekly(2) });
    await newRuled(there, { title: 'Open there', description: '', address: 'Place' });
    const { feed } = await person.call('create_calendar_feed', {});
    const { pathname } = new URL(feed.url);
    const text = await (await person.fetch(pathname)).text();
    expect(text).toContain('SUMMARY:Closed here');
    expect(text).toContain('SUMMARY:Closed series');
    expect(text).not.toMatch(secrets);
    expect(text).toContain('LOCATION:Place');
  });
});

it('Lists of events need one statement more if some have rules, however many', async () => {
  const own = await newSpace(owner);
  const person = await newMember(server, own);
  const count = () =>
    countQueries(() => person.call('list_agenda', { space_id: own.id, direction: 'upcoming' }));
  const events = [await newEvent(owner, own), await newEvent(owner, own), await newEvent(owner, own)];
  const none = await count();
  const counts = [];
  for (const event of events) {
    await limit(event);
    counts.push(await count());
  }
  expect(counts).toEqual([none + 1, none + 1, none + 1]);
});
