import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { runJob } from '#testing/jobs.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

// This file counts statements and runs the job by itself.
const server = sharedServer({ runsJobs: false });
const day = 24 * 60 * 60 * 1000;
const level2: AccessRule = { kind: 'level', level: 2 };
let owner: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
});
afterEach(() => setClockOffset(0));

const going = (person: TestPerson, event: { id: string }, scope: 'this' | 'all' = 'this') =>
  person.call('set_rsvp', { event_id: event.id, rsvp: 'going', scope });
const limit = (event: { id: string }, rules: AccessRule[] = [level2]) =>
  owner.call('set_event_access', { event_id: event.id, match: 'all', rules });
const rsvpOf = async (person: TestPerson, event: { id: string }) =>
  (await person.call('get_event', { event_id: event.id })).event.viewer_rsvp;
const rsvpsOf = async (people: TestPerson[], event: { id: string }) => {
  const rsvps = [];
  for (const person of people) rsvps.push(await rsvpOf(person, event));
  return rsvps;
};
const countsOf = async (event: { id: string }) => {
  const { going_count, waitlist_count } = (await owner.call('get_event', { event_id: event.id })).event;
  return { going_count, waitlist_count };
};
const hasSeatNotification = async (person: TestPerson) => {
  const { notifications } = await person.call('get_notifications_with_actors', {});
  return JSON.stringify(notifications).includes('"seat"');
};

/** A full event with one seat and two on its waitlist: the first is locked out by its rules, the second isn't. */
async function newWaitlist(rules: AccessRule[] = [level2]) {
  const [seated, locked, open] = [
    await newMember(server, space),
    await newMember(server, space),
    await newMember(server, space),
  ];
  await setPoints(server, space, open, 20);
  const event = await newEvent(owner, space, { ...eventTimesIn(72), capacity: 1 });
  for (const person of [seated, locked, open]) await going(person, event);
  await limit(event, rules);
  return { event, seated, locked, open };
}

describe('A free seat of an event with rules', () => {
  it('goes to the first on the waitlist who can open it, and the others keep their position', async () => {
    const { event, seated, locked, open } = await newWaitlist();
    await seated.call('delete_rsvp', { event_id: event.id });
    expect(await rsvpsOf([locked, open], event)).toEqual(['waiting', 'going']);
    expect(await countsOf(event)).toEqual({ going_count: 1, waitlist_count: 1 });
    expect([await hasSeatNotification(locked), await hasSeatNotification(open)]).toEqual([false, true]);
  });

  it('stays free if nobody on the waitlist can open it, and goes to who comes first', async () => {
    const { event, seated, locked, open } = await newWaitlist();
    await open.call('delete_rsvp', { event_id: event.id });
    await seated.call('delete_rsvp', { event_id: event.id });
    expect(await rsvpOf(locked, event)).toBe('waiting');
    expect(await countsOf(event)).toEqual({ going_count: 0, waitlist_count: 1 });
    await going(open, event);
    expect(await rsvpsOf([locked, open], event)).toEqual(['waiting', 'going']);
  });

  it('is kept from those who are locked out when a member leaves and when the capacity rises', async () => {
    const { event, seated, locked, open } = await newWaitlist();
    await seated.call('leave_space', { space_id: space.id });
    expect(await rsvpsOf([locked, open], event)).toEqual(['waiting', 'going']);
    for (const capacity of [5, null]) {
      await owner.call('update_event', { event_id: event.id, capacity });
      expect(await countsOf(event)).toEqual({ going_count: 1, waitlist_count: 1 });
    }
  });

  it('goes to a host and to an admin, whom the rules never lock out', async () => {
    const { event, seated, locked } = await newWaitlist();
    await owner.call('update_event', { event_id: event.id, host_ids: [locked.user.id] });
    await seated.call('delete_rsvp', { event_id: event.id });
    expect(await rsvpOf(locked, event)).toBe('going');
    const other = await newWaitlist();
    const { locked: admin } = other;
    await setRole(server, space.id, admin.user.id, 'admin');
    await other.seated.call('delete_rsvp', { event_id: other.event.id });
    expect(await rsvpOf(admin, other.event)).toBe('going');
  });
});

describe('A member who was passed over gets a free seat and a notification', () => {
  const passOver = async (rules?: AccessRule[]) => {
    const waitlist = await newWaitlist(rules);
    const { event, seated, open } = waitlist;
    await open.call('delete_rsvp', { event_id: event.id });
    await seated.call('delete_rsvp', { event_id: event.id });
    expect(await rsvpOf(waitlist.locked, event)).toBe('waiting');
    return waitlist;
  };
  const expectSeat = async (person: TestPerson, event: { id: string }) => {
    expect(await rsvpOf(person, event)).toBe('going');
    expect(await countsOf(event)).toEqual({ going_count: 1, waitlist_count: 0 });
    expect(await hasSeatNotification(person)).toBe(true);
  };

  it('when the rules are taken away', async () => {
    const { event, locked } = await passOver();
    await limit(event, []);
    await expectSeat(locked, event);
  });

  it('when they are given access', async () => {
    const { event, locked } = await passOver();
    const to = { user_id: locked.user.id };
    await owner.call('give_event_access', { event_id: event.id, client_id: newId(), to });
    await expectSeat(locked, event);
  });

  it('when they reach the level, within a minute', async () => {
    const { event, locked } = await passOver();
    await runJob(server, 'fill-free-seats');
    expect(await rsvpOf(locked, event)).toBe('waiting');
    await setPoints(server, space, locked, 20);
    await runJob(server, 'fill-free-seats');
    await expectSeat(locked, event);
  });

  it('when the date of the rule comes, unless the event is over', async () => {
    const { event, locked } = await passOver([
      { kind: 'date', at: new Date(Date.now() + day).toISOString() },
    ]);
    setClockOffset(4 * day);
    await runJob(server, 'fill-free-seats');
    expect(await rsvpOf(locked, event)).toBe('waiting');
    setClockOffset(day + 1_000);
    await runJob(server, 'fill-free-seats');
    await expectSeat(locked, event);
  });

  it('before a member who comes later, even if they come before the next minute', async () => {
    const { event, locked, open } = await passOver();
    await setPoints(server, space, locked, 20);
    await going(open, event);
    expect(await rsvpsOf([locked, open], event)).toEqual(['going', 'waiting']);
  });

  it('when they respond Going themselves', async () => {
    const { event, locked } = await passOver();
    await setPoints(server, space, locked, 20);
    await going(locked, event);
    expect(await rsvpOf(locked, event)).toBe('going');
    expect(await countsOf(event)).toEqual({ going_count: 1, waitlist_count: 0 });
  });
});

it('Passing over members of a series takes a fixed number of statements more than giving seats without rules', async () => {
  const statements = async (count: number, rules: AccessRule[]) => {
    const [seated, locked, open] = [
      await newMember(server, space),
      await newMember(server, space),
      await newMember(server, space),
    ];
    for (const person of [seated, open]) await setPoints(server, space, person, 20);
    const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count } } as const;
    const event = await newEvent(owner, space, { repeat, capacity: 1 });
    for (const person of [seated, locked, open]) await going(person, event, 'all');
    await limit(event, rules);
    const taken = await countQueries(() =>
      seated.call('set_rsvp', { event_id: event.id, rsvp: 'no', scope: 'all' }),
    );
    const rows = await server.db
      .selectFrom('events')
      .select('id')
      .where('series_id', '=', event.series_id)
      .execute();
    const expected = rules.length > 0 ? ['waiting', 'going'] : ['going', 'waiting'];
    for (const row of rows) expect(await rsvpsOf([locked, open], row)).toEqual(expected);
    return taken;
  };
  const more = async (count: number) => (await statements(count, [level2])) - (await statements(count, []));
  expect(await more(6)).toBe(await more(2));
});
