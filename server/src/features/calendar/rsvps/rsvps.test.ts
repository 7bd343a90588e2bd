import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Rsvp } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { listen } from '#testing/live.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';
import { publishRsvps } from './give-seats.ts';
import { setRsvp } from './set-rsvp.ts';

// This file counts statements, and jobs run their own.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
});

async function newMembers(count: number): Promise<TestPerson[]> {
  const people = await newPeopleBySql(server, count);
  for (const person of people) await person.call('public_join_space', { space_id: space.id });
  return people;
}

const going = (person: TestPerson, eventId: string) =>
  person.call('set_rsvp', { event_id: eventId, rsvp: 'going' });
const counts = async (eventId: string) => {
  const { event } = await owner.call('get_event', { event_id: eventId });
  const { going_count, maybe_count, waitlist_count } = event;
  return { going_count, maybe_count, waitlist_count };
};
async function inLine(eventId: string, rsvp: Rsvp): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await owner.call('list_attendees', { event_id: eventId, rsvp, cursor });
    seen.push(...page.attendees.map(({ user }) => user.id));
    more = page.next_cursor !== null;
    cursor = page.next_cursor ?? undefined;
  }
  return seen;
}
/** Expects that the totals match the RSVPs. */
async function expectTotalsToFit(eventId: string): Promise<void> {
  const rows = await server.db
    .selectFrom('event_rsvps')
    .select('rsvp')
    .where('event_id', '=', eventId)
    .execute();
  const of = (rsvp: Rsvp) => rows.filter((row) => row.rsvp === rsvp).length;
  expect(await counts(eventId)).toEqual({
    going_count: of('going'),
    maybe_count: of('maybe'),
    waitlist_count: of('waiting'),
  });
}
/** Returns the other event of a series of two. */
async function otherOf({ id, series_id }: { id: string; series_id: string | null }): Promise<string> {
  const { id: other } = await server.db
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', series_id)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return other;
}
const ids = (people: TestPerson[]) => people.map(({ user }) => user.id);

describe('RSVPs', () => {
  it('can be repeated, and a different one replaces the previous one', async () => {
    const [guest] = await newMembers(1);
    if (!guest) throw new Error('no person');
    const event = await newEvent(owner, space);
    const rsvps: (string | null)[] = [];
    for (const rsvp of ['going', 'going', 'maybe', 'no', 'going'] as const) {
      const { event: responded } = await guest.call('set_rsvp', { event_id: event.id, rsvp });
      rsvps.push(responded.viewer_rsvp);
      await expectTotalsToFit(event.id);
    }
    expect(rsvps).toEqual(['going', 'going', 'maybe', 'no', 'going']);
    const { event: without } = await guest.call('delete_rsvp', { event_id: event.id });
    expect(without.viewer_rsvp).toBeNull();
    await guest.call('delete_rsvp', { event_id: event.id });
    expect(await counts(event.id)).toEqual({ going_count: 0, maybe_count: 0, waitlist_count: 0 });
  });

  it('have the time of the last one', async () => {
    const event = await newEvent(owner, space);
    const viewer: Viewer = { user_id: owner.user.id, role: 'member', session_id: newId() };
    for (const [rsvp, minutes] of [
      ['maybe', 1],
      ['going', 2],
    ] as const) {
      const time = Date.now() + minutes * 60_000;
      const input = { event_id: event.id, rsvp, scope: 'this' } as const;
      await withFrozenTime(time, () =>
        setRsvp(server.running.platform, viewer, { space_id: space.id }, input),
      );
      const { attendees } = await owner.call('list_attendees', { event_id: event.id, rsvp });
      expect(attendees[0]?.responded_at).toBe(new Date(time).toISOString());
    }
  });

  it('are rejected for past events', async () => {
    const event = await newEvent(owner, space, eventTimesIn(-3));
    await expect(going(owner, event.id)).rejects.toMatchObject({ code: 'event_over' });
    await expect(owner.call('delete_rsvp', { event_id: event.id })).rejects.toMatchObject({
      code: 'event_over',
    });
  });

  it('are accepted until the event ends', async () => {
    const event = await newEvent(owner, space, eventTimesIn(3));
    const viewer: Viewer = { user_id: owner.user.id, role: 'member', session_id: newId() };
    const input = { event_id: event.id, rsvp: 'going', scope: 'this' } as const;
    const goingAt = (time: number) =>
      withFrozenTime(time, () => setRsvp(server.running.platform, viewer, { space_id: space.id }, input));
    const end = Date.parse(event.ends_at);
    await expect(goingAt(end)).rejects.toMatchObject({ code: 'event_over' });
    expect((await goingAt(end - 1)).viewer_rsvp).toBe('going');
  });

  it('are listed in pages', async () => {
    const people = await newMembers(55);
    const event = await newEvent(owner, space);
    for (const person of people) await going(person, event.id);
    const first = await owner.call('list_attendees', { event_id: event.id });
    expect(first.attendees).toHaveLength(50);
    expect(await inLine(event.id, 'going')).toEqual(ids(people));
    await expect(
      owner.call('list_attendees', { event_id: event.id, rsvp: 'maybe', cursor: first.next_cursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('are listed, counted and deleted for one event only', async () => {
    const here = await newSpace(owner);
    const { other } = await newNeighbors(server, owner, here);
    const [event, next] = [await newEvent(owner, here), await newEvent(owner, here)];
    const elsewhere = await newEvent(other.admin, other.space);
    for (const { id } of [event, next, elsewhere]) await going(owner, id);
    await going(other.member, elsewhere.id);
    expect(await inLine(event.id, 'going')).toEqual(ids([owner]));
    expect(await inLine(event.id, 'maybe')).toEqual([]);
    expect(await inLine(elsewhere.id, 'going')).toEqual(ids([owner, other.member]));
    await owner.call('delete_rsvp', { event_id: event.id });
    expect(await inLine(event.id, 'going')).toEqual([]);
    expect(await counts(next.id)).toEqual({ going_count: 1, maybe_count: 0, waitlist_count: 0 });
    expect(await counts(elsewhere.id)).toEqual({ going_count: 2, maybe_count: 0, waitlist_count: 0 });
    await expectTotalsToFit(elsewhere.id);
  });

  it('for a whole series apply to its upcoming events', async () => {
    const [guest] = await newMembers(1);
    if (!guest) throw new Error('no person');
    const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 6 } } as const;
    const first = await newEvent(owner, space, { ...eventTimesIn(-30), repeat, capacity: 1, title: 'Daily' });
    const { events } = await owner.call('list_agenda', { space_id: space.id });
    const ahead = events.filter(({ series_id }) => series_id === first.series_id);
    expect(ahead).toHaveLength(4);
    const [taken, cancelled, free, deleted] = ahead.map(({ id }) => id);
    await owner.call('delete_event', { event_id: deleted ?? '' });
    await going(owner, taken ?? '');
    await owner.call('cancel_event', { event_id: cancelled ?? '' });
    await guest.call('set_rsvp', { event_id: free ?? '', rsvp: 'going', scope: 'all' });
    const viewerRsvp = async (id = '') => (await guest.call('get_event', { event_id: id })).event.viewer_rsvp;
    expect([
      await viewerRsvp(first.id),
      await viewerRsvp(taken),
      await viewerRsvp(cancelled),
      await viewerRsvp(free),
    ]).toEqual([null, 'waiting', null, 'going']);
    const rsvps = server.db
      .selectFrom('event_rsvps')
      .select('rsvp')
      .where('event_id', '=', deleted ?? '');
    expect(await rsvps.execute()).toEqual([]);
  });

  it('for a whole series take as many statements as for one event', async () => {
    const series = async (count: number) => {
      const [first, second] = await newMembers(2);
      if (!first || !second) throw new Error('nobody');
      const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count } } as const;
      const event = await newEvent(owner, space, { repeat, capacity: 1 });
      const statements: number[] = [];
      const rsvp = async (person: TestPerson, rsvp: 'going' | 'maybe') => {
        const input = { event_id: event.id, rsvp, scope: 'all' } as const;
        statements.push(await countQueries(() => person.call('set_rsvp', input)));
      };
      await rsvp(first, 'going');
      await rsvp(second, 'going');
      await rsvp(second, 'maybe');
      await rsvp(second, 'going');
      const rows = await server.db
        .selectFrom('events')
        .select(['id', 'going_count', 'waitlist_count'])
        .where('series_id', '=', event.series_id)
        .execute();
      expect(rows).toHaveLength(count);
      expect(new Set(rows.map((row) => `${row.going_count} ${row.waitlist_count}`))).toEqual(
        new Set(['1 1']),
      );
      await owner.call('update_event', { event_id: event.id, scope: 'all', capacity: 2 });
      for (const { id } of rows) {
        await expectTotalsToFit(id);
        expect(await inLine(id, 'going')).toEqual(ids([first, second]));
      }
      statements.push(await countQueries(() => second.call('leave_space', { space_id: space.id })));
      for (const { id } of rows) {
        await expectTotalsToFit(id);
        expect(await inLine(id, 'going')).toEqual(ids([first]));
      }
      return statements;
    };
    expect(await series(12)).toEqual(await series(2));
  });

  it('of one user wait for each other without a database connection, and no more than six do', async () => {
    const [guest] = await newMembers(1);
    if (!guest) throw new Error('nobody');
    const event = await newEvent(owner, space);
    const locked = await server.db.startTransaction().execute();
    await locked.updateTable('events').set({ title: 'Held' }).where('id', '=', event.id).execute();
    const accepted = Array.from({ length: 6 }, () => going(guest, event.id));
    await untilWaiting(server.db, '%for no key update%');
    const rejected: string[] = [];
    for (let n = 0; n < 12; n += 1) accepted.push(going(guest, event.id));
    const settled = Promise.all(
      accepted.map((request) => request.catch((error: { code: string }) => rejected.push(error.code))),
    );
    try {
      await vi.waitFor(() => expect(rejected).toEqual(Array(12).fill('rate_limited')));
      await untilWaiting(server.db, '%for no key update%');
    } finally {
      await locked.rollback().execute();
      await settled;
    }
    expect(rejected).toHaveLength(12);
    expect(await inLine(event.id, 'going')).toEqual([guest.user.id]);
  });
});

it.each([
  [500, 'event.rsvps_changed'],
  [501, 'calendar.changed'],
] as const)('%i changed RSVPs are published as %s', async (count, type) => {
  const here = await newSpace(owner);
  const event = await newEvent(owner, here);
  const rsvps = Array.from({ length: count }, () => ({ user_id: newId(), rsvp: 'going' as const }));
  const totals = { going_count: count, maybe_count: 0, waitlist_count: 0, version: 2, has_rules: false };
  await server.db
    .transaction()
    .execute((tx) => publishRsvps(tx, here.id, [{ event_id: event.id, ...totals, rsvps }]));
  const counts = await Promise.all(
    (['event.rsvps_changed', 'calendar.changed'] as const).map(
      async (one) => (await publishedEvents(server, `space:${here.id}`, one)).length,
    ),
  );
  expect(counts).toEqual(type === 'event.rsvps_changed' ? [1, 0] : [0, 1]);
});

describe('Seats', () => {
  it('go to the first person on the waitlist when freed', async () => {
    const [a, b, c, d] = await newMembers(4);
    if (!a || !b || !c || !d) throw new Error('no person');
    const event = await newEvent(owner, space, { capacity: 2 });
    for (const person of [a, b, c, d]) await going(person, event.id);
    expect(await inLine(event.id, 'going')).toEqual(ids([a, b]));
    expect(await inLine(event.id, 'waiting')).toEqual(ids([c, d]));
    // Responding Going again keeps the position.
    await going(c, event.id);
    await a.call('set_rsvp', { event_id: event.id, rsvp: 'maybe' });
    expect(await inLine(event.id, 'going')).toEqual(ids([b, c]));
    // Someone who gave up a seat is last on the waitlist.
    await going(a, event.id);
    expect(await inLine(event.id, 'waiting')).toEqual(ids([d, a]));
    await b.call('delete_rsvp', { event_id: event.id });
    expect(await inLine(event.id, 'going')).toEqual(ids([c, d]));
    await expectTotalsToFit(event.id);
  });

  it('go to nobody who responded Maybe', async () => {
    const [a, b, c] = await newMembers(3);
    if (!a || !b || !c) throw new Error('no person');
    const event = await newEvent(owner, space, { capacity: 1 });
    await going(a, event.id);
    await b.call('set_rsvp', { event_id: event.id, rsvp: 'maybe' });
    await going(c, event.id);
    await a.call('delete_rsvp', { event_id: event.id });
    expect(await inLine(event.id, 'going')).toEqual(ids([c]));
    expect(await inLine(event.id, 'maybe')).toEqual(ids([b]));
  });

  it('of other spaces, and of canceled and deleted events, stay when a member leaves', async () => {
    const [leaver, waiter] = await newMembers(2);
    if (!leaver || !waiter) throw new Error('no person');
    const elsewhere = await newSpace(owner);
    for (const person of [leaver, waiter]) await person.call('public_join_space', { space_id: elsewhere.id });
    const fields = { capacity: 1, host_ids: [leaver.user.id] };
    const other = await newEvent(owner, elsewhere, fields);
    const [canceled, deleted] = [await newEvent(owner, space, fields), await newEvent(owner, space, fields)];
    for (const { id } of [other, canceled, deleted])
      for (const person of [leaver, waiter]) await going(person, id);
    await owner.call('cancel_event', { event_id: canceled.id });
    await owner.call('delete_event', { event_id: deleted.id });
    await leaver.call('leave_space', { space_id: space.id });
    expect(await inLine(other.id, 'going')).toEqual(ids([leaver]));
    expect((await owner.call('get_event', { event_id: other.id })).event.hosts).toHaveLength(1);
    const waiting = await server.db
      .selectFrom('event_rsvps')
      .select('event_id')
      .where('user_id', '=', waiter.user.id)
      .where('rsvp', '=', 'waiting')
      .orderBy('event_id')
      .execute();
    expect(waiting.map(({ event_id }) => event_id)).toEqual(
      [other, canceled, deleted].map(({ id }) => id).toSorted(),
    );
  });

  it('go to the waitlist when capacity rises, which cannot fall below the number going', async () => {
    const people = await newMembers(5);
    const event = await newEvent(owner, space, { capacity: 2 });
    for (const person of people) await going(person, event.id);
    const { event: raised } = await owner.call('update_event', { event_id: event.id, capacity: 4 });
    expect(raised).toMatchObject({ going_count: 4, waitlist_count: 1 });
    await expect(owner.call('update_event', { event_id: event.id, capacity: 3 })).rejects.toMatchObject({
      code: 'capacity_below_attendance',
      data: { going_count: 4 },
    });
    await owner.call('update_event', { event_id: event.id, capacity: null });
    expect(await inLine(event.id, 'going')).toEqual(ids(people));
    await expectTotalsToFit(event.id);
  });

  it('of a canceled event stay when the capacity of its series falls below the number going', async () => {
    const people = await newMembers(2);
    const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 2 } } as const;
    const first = await newEvent(owner, space, { repeat, capacity: 5 });
    for (const person of people)
      await person.call('set_rsvp', { event_id: first.id, rsvp: 'going', scope: 'all' });
    const lower = () => owner.call('update_event', { event_id: first.id, scope: 'all', capacity: 1 });
    await owner.call('cancel_event', { event_id: first.id });
    await expect(lower()).rejects.toMatchObject({ code: 'capacity_below_attendance' });
    await people[0]?.call('set_rsvp', { event_id: await otherOf(first), rsvp: 'no' });
    await lower();
    const capacityOf = async (event_id: string) =>
      (await owner.call('get_event', { event_id })).event.capacity;
    expect([await capacityOf(first.id), await capacityOf(await otherOf(first))]).toEqual([5, 1]);
  });

  it.each(['leave', 'remove', 'ban'] as const)('are freed when people %s', async (how) => {
    const [leaver, waiter] = await newMembers(2);
    if (!leaver || !waiter) throw new Error('no person');
    const event = await newEvent(owner, space, { capacity: 1, host_ids: [leaver.user.id] });
    const past = await newEvent(owner, space, eventTimesIn(2));
    await going(leaver, past.id);
    await server.db
      .updateTable('events')
      .set({ starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-01-02T00:00:00Z' })
      .where('id', '=', past.id)
      .execute();
    await going(leaver, event.id);
    await going(waiter, event.id);
    const listener = await listen(server.url, waiter);
    await listener.subscribe(`space:${space.id}`);
    const member = { space_id: space.id, user_id: leaver.user.id };
    if (how === 'leave') await leaver.call('leave_space', { space_id: space.id });
    else await owner.call(how === 'ban' ? 'ban_member' : 'remove_member', member);
    const { payload } = await listener.received('event.rsvps_changed', (received) =>
      received.payload.events.some(
        ({ event_id, rsvps }) => event_id === event.id && rsvps.some(({ rsvp }) => rsvp === null),
      ),
    );
    expect(payload.events[0]?.rsvps).toEqual([
      { user_id: leaver.user.id, rsvp: null },
      { user_id: waiter.user.id, rsvp: 'going' },
    ]);
    // They are no longer a host, which is published.
    await listener.received('calendar.changed');
    listener.close();
    expect(await inLine(event.id, 'going')).toEqual([waiter.user.id]);
    expect((await owner.call('get_event', { event_id: event.id })).event.hosts).toEqual([]);
    // Past events stay unchanged.
    expect(await inLine(past.id, 'going')).toEqual([leaver.user.id]);
  });

  it('go to ten of fifty concurrent requests, and the others join the waitlist', async () => {
    const people = await newMembers(50);
    const early = await newMembers(5);
    const event = await newEvent(owner, space, { capacity: 15 });
    for (const person of early) await going(person, event.id);
    const rsvps = await Promise.all(people.map((person) => going(person, event.id)));
    const countOf = (rsvp: Rsvp) =>
      rsvps.filter(({ event: responded }) => responded.viewer_rsvp === rsvp).length;
    expect([countOf('going'), countOf('waiting')]).toEqual([10, 40]);
    const seated = await inLine(event.id, 'going');
    const line = await inLine(event.id, 'waiting');
    expect(seated).toHaveLength(15);
    expect(line).toHaveLength(40);
    expect(new Set([...seated, ...line])).toEqual(new Set(ids([...early, ...people])));
    await expectTotalsToFit(event.id);
    // Each freed seat goes to the first person on the waitlist, also when many are freed concurrently.
    await Promise.all(early.map((person) => person.call('delete_rsvp', { event_id: event.id })));
    expect(await inLine(event.id, 'waiting')).toEqual(line.slice(5));
    expect(new Set(await inLine(event.id, 'going'))).toEqual(
      new Set([...seated.filter((id) => !ids(early).includes(id)), ...line.slice(0, 5)]),
    );
    await expectTotalsToFit(event.id);
  });

  it('stay consistent while people leave, respond and the capacity rises concurrently', async () => {
    const people = await newMembers(24);
    const event = await newEvent(owner, space, { capacity: 6 });
    for (const person of people.slice(0, 12)) await going(person, event.id);
    await Promise.all([
      ...people.slice(0, 4).map((person) => person.call('leave_space', { space_id: space.id })),
      ...people.slice(4, 8).map((person) => person.call('set_rsvp', { event_id: event.id, rsvp: 'no' })),
      ...people.slice(12).map((person) => going(person, event.id)),
      owner.call('update_event', { event_id: event.id, capacity: 9 }),
    ]);
    await expectTotalsToFit(event.id);
    expect(await counts(event.id)).toEqual({ going_count: 9, maybe_count: 0, waitlist_count: 7 });
  });
});
