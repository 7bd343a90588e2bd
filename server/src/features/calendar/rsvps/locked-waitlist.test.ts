import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { eventTimesIn, newEvent, newEventBySql } from '#testing/events.ts';
import { runJob } from '#testing/jobs.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { waitlistPortion } from './promote-waiting.ts';
import { findFreeRsvpTarget, listEventsWithFreeSeats } from './rsvps.queries.ts';

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
    // Without a limit, they still wait for the level.
    await setPoints(server, space, locked, 20);
    await runJob(server, 'fill-free-seats');
    expect(await rsvpOf(locked, event)).toBe('going');
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

/** An event with a free seat that one was passed over for, who waits. */
const passOver = async (rules?: AccessRule[]) => {
  const waitlist = await newWaitlist(rules);
  const { event, seated, open } = waitlist;
  await open.call('delete_rsvp', { event_id: event.id });
  await seated.call('delete_rsvp', { event_id: event.id });
  expect(await rsvpOf(waitlist.locked, event)).toBe('waiting');
  return waitlist;
};

describe('A member who was passed over gets a free seat and a notification', () => {
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
    expect([await hasSeatNotification(locked), await hasSeatNotification(open)]).toEqual([true, false]);
  });

  it('but not when the rules of an event that was canceled or is over are taken away', async () => {
    const [canceled, over] = [await passOver(), await passOver()];
    await owner.call('cancel_event', { event_id: canceled.event.id });
    await limit(canceled.event, []);
    setClockOffset(4 * day);
    await limit(over.event, []);
    for (const { event, locked } of [canceled, over]) expect(await rsvpOf(locked, event)).toBe('waiting');
  });

  it('but not when someone leaves who responded to an event that was canceled', async () => {
    const { event, locked, open } = await passOver();
    await open.call('set_rsvp', { event_id: event.id, rsvp: 'maybe' });
    await owner.call('cancel_event', { event_id: event.id });
    await setPoints(server, space, locked, 20);
    await open.call('leave_space', { space_id: space.id });
    expect(await rsvpOf(locked, event)).toBe('waiting');
    expect(await hasSeatNotification(locked)).toBe(false);
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

describe('Free seats that the job gives', () => {
  const fill = () => runJob(server, 'fill-free-seats');
  /** An event with a free seat, whose only one on the waitlist can open it by now. */
  const newDue = async () => {
    const { event, locked } = await passOver();
    await setPoints(server, space, locked, 20);
    return { event, locked };
  };

  it('are those of upcoming events only', async () => {
    const dues: string[] = [];
    for (let n = 0; n < 5; n += 1) dues.push((await newDue()).event.id);
    const [free = '', second = '', canceled = '', deleted = '', full = ''] = dues;
    await owner.call('cancel_event', { event_id: canceled });
    await owner.call('delete_event', { event_id: deleted });
    await going(owner, { id: full });
    const list = async (at: number, after: string | null = null, limit = 200) =>
      (await listEventsWithFreeSeats(server.db, new Date(at).toISOString(), after, limit)).filter((id) =>
        dues.includes(id),
      );
    expect(await list(Date.now())).toEqual([free, second]);
    expect(await list(Date.now(), free, 1)).toEqual([second]);
    expect(await list(Date.now() + 4 * day)).toEqual([]);
    const lock = (id: string) => server.db.transaction().execute((tx) => findFreeRsvpTarget(tx, id));
    expect([(await lock(free))?.id, await lock(deleted)]).toEqual([free, null]);
  });

  it('are given of more events than a batch has', async () => {
    const count = 101;
    const member = await newMember(server, space);
    for (let n = 0; n < count; n += 1) {
      const event_id = await newEventBySql(server, space.id, owner.user.id, { capacity: 1 });
      await server.db
        .insertInto('event_rsvps')
        .values({
          ...{ event_id, user_id: member.user.id, space_id: space.id },
          ...{ rsvp: 'waiting', queue_position: 1, responded_at: new Date().toISOString() },
        })
        .execute();
      await server.db.updateTable('events').set({ waitlist_count: 1 }).where('id', '=', event_id).execute();
    }
    await fill();
    const seats = await server.db
      .selectFrom('event_rsvps')
      .select('rsvp')
      .where('user_id', '=', member.user.id)
      .execute();
    expect(seats.map(({ rsvp }) => rsvp)).toEqual(Array(count).fill('going'));
  });

  it('are none of an event that was canceled', async () => {
    const { event, locked } = await newDue();
    await owner.call('cancel_event', { event_id: event.id });
    await fill();
    expect(await rsvpOf(locked, event)).toBe('waiting');
  });

  it('are none while the calendar is turned off', async () => {
    const { event, locked } = await newDue();
    const turn = (feature_calendar_enabled: boolean) =>
      owner.call('update_space', { space_id: space.id, feature_calendar_enabled });
    await turn(false);
    await fill();
    await turn(true);
    expect(await rsvpOf(locked, event)).toBe('waiting');
    await fill();
    expect(await rsvpOf(locked, event)).toBe('going');
  });

  it('are given although another event fails, which the job reports', async () => {
    const [failing, other] = [await newDue(), await newDue()];
    await sql`create function refuse_seat() returns trigger language plpgsql as
      $$ begin if new.event_id = '${sql.raw(failing.event.id)}' then raise 'No seat'; end if; return new; end $$`.execute(
      server.db,
    );
    onTestFinished(async () => {
      await sql`drop function if exists refuse_seat() cascade`.execute(server.db);
    });
    await sql`create trigger refuse_seat before update on event_rsvps
      for each row execute function refuse_seat()`.execute(server.db);
    await expect(fill()).rejects.toThrow("The free seats of some events couldn't be given");
    expect(await rsvpOf(failing.locked, failing.event)).toBe('waiting');
    expect(await rsvpOf(other.locked, other.event)).toBe('going');
    await sql`drop trigger refuse_seat on event_rsvps`.execute(server.db);
    await fill();
    expect(await rsvpOf(failing.locked, failing.event)).toBe('going');
  });

  it('are given once by two runs at the same time', async () => {
    const { event, locked } = await newDue();
    await Promise.all([fill(), fill()]);
    expect(await countsOf(event)).toEqual({ going_count: 1, waitlist_count: 0 });
    const { notifications } = await locked.call('get_notifications_with_actors', {});
    expect(JSON.stringify(notifications).match(/"seat"/g)).toHaveLength(1);
  });

  it('wait for the next run if the event is locked', async () => {
    const { event, locked } = await newDue();
    await server.db.transaction().execute(async (tx) => {
      await sql`select from events where id = ${event.id}::uuid for update`.execute(tx);
      // It ends, although the event is still locked.
      await fill();
    });
    expect(await rsvpOf(locked, event)).toBe('waiting');
    await fill();
    expect(await rsvpOf(locked, event)).toBe('going');
  });
});

describe('A waitlist that is longer than a portion', () => {
  /** An event with one seat and a waitlist whose last one is the only one who can open it. */
  async function newLongWaitlist() {
    const people = await newPeopleBySql(server, waitlistPortion + 1);
    const ids = people.map(({ user }) => user.id);
    await sql`insert into space_members (id, space_id, user_id, role, joined_at)
      select gen_random_uuid(), ${space.id}::uuid, id, 'member', now() from unnest(${ids}::uuid[]) id`.execute(
      server.db,
    );
    const seated = await newMember(server, space);
    const event = await newEvent(owner, space, { ...eventTimesIn(72), capacity: 1 });
    await going(seated, event);
    await sql`insert into event_rsvps (event_id, user_id, space_id, rsvp, queue_position, responded_at)
      select ${event.id}::uuid, t.id, ${space.id}::uuid, 'waiting', t.n + 1000, now()
      from unnest(${ids}::uuid[]) with ordinality t (id, n)`.execute(server.db);
    await sql`update events set waitlist_count = ${ids.length}, version = 5000 where id = ${event.id}::uuid`.execute(
      server.db,
    );
    await limit(event, [{ kind: 'grant' }]);
    const last = people.at(-1);
    if (!last) throw new Error('Nobody waits');
    const to = { user_id: last.user.id };
    await server.db
      .insertInto('access_grants')
      .values({
        item_id: event.id,
        event_id: event.id,
        space_id: space.id,
        user_id: to.user_id,
        client_id: newId(),
        granted_by: owner.user.id,
        granted_at: new Date().toISOString(),
      })
      .execute();
    return { event, seated, last };
  }

  it('is passed over by nobody, and gets its seats by the job', async () => {
    const { event, seated, last } = await newLongWaitlist();
    await seated.call('delete_rsvp', { event_id: event.id });
    expect(await rsvpOf(last, event)).toBe('waiting');
    // There is a free seat, but someone who waits behind the portion may get it.
    await going(owner, event);
    expect(await rsvpsOf([last, owner], event)).toEqual(['waiting', 'waiting']);
    await runJob(server, 'fill-free-seats');
    expect(await rsvpOf(last, event)).toBe('going');
    expect(await countsOf(event)).toEqual({ going_count: 1, waitlist_count: waitlistPortion + 1 });
  });
});

it('Leaving single events with rules takes a fixed number of statements more than leaving others', async () => {
  const statements = async (count: number, rules: AccessRule[]) => {
    const [leaving, waiting] = [await newMember(server, space), await newMember(server, space)];
    for (const person of [leaving, waiting]) await setPoints(server, space, person, 20);
    for (let n = 0; n < count; n += 1) {
      const event = await newEvent(owner, space, { ...eventTimesIn(48 + n), capacity: 1 });
      for (const person of [leaving, waiting]) await going(person, event);
      await limit(event, rules);
    }
    return await countQueries(() => leaving.call('leave_space', { space_id: space.id }));
  };
  const more = async (count: number) => (await statements(count, [level2])) - (await statements(count, []));
  expect(await more(4)).toBe(await more(2));
});
