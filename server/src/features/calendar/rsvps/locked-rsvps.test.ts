import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newEvent } from '#testing/events.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
const level2: AccessRule = { kind: 'level', level: 2 };
let owner: TestPerson;
let member: TestPerson;
let space: Space;
beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
});

const limit = (event: { id: string }) =>
  owner.call('set_event_access', { event_id: event.id, match: 'all', rules: [level2] });
const going = (event: { id: string }, scope: 'this' | 'all' = 'this') =>
  member.call('set_rsvp', { event_id: event.id, rsvp: 'going', scope });

/** Creates a series of three days, and returns its events in their order. */
async function newSeries() {
  const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 3 } } as const;
  const { series_id } = await newEvent(owner, space, { repeat });
  return await server.db
    .selectFrom('events')
    .select(['id', 'series_id'])
    .where('series_id', '=', series_id)
    .orderBy('starts_at')
    .execute();
}
const rsvpsTo = async (events: { id: string }[]) => {
  const rsvps = [];
  for (const { id } of events)
    rsvps.push((await member.call('get_event', { event_id: id })).event.viewer_rsvp);
  return rsvps;
};

describe('An RSVP that waits for its event', () => {
  /** Limits an event in a transaction for which an RSVP waits. Returns the outcome of the RSVP. */
  async function outcomeWhileClosing(
    of: { id: string; series_id: string | null },
    rsvp: () => Promise<unknown>,
  ): Promise<string> {
    const [series_id, event_id] = of.series_id ? [of.series_id, null] : [null, of.id];
    const { waiting } = await server.db.transaction().execute(async (tx) => {
      await sql`select from events where id = ${of.id}::uuid for update`.execute(tx);
      const outcome = outcomeOf(rsvp());
      await Promise.race([outcome, untilWaiting(server.db, '%from events e%for no key update%')]);
      await sql`insert into access_rules (space_id, series_id, event_id, match, rules, updated_at)
        values (${space.id}::uuid, ${series_id}::uuid, ${event_id}::uuid, 'all',
          ${JSON.stringify([level2])}::jsonb, now())`.execute(tx);
      return { waiting: outcome };
    });
    return await waiting;
  }

  it('is refused if rules lock the event meanwhile', async () => {
    const event = await newEvent(owner, space);
    expect(await outcomeWhileClosing(event, () => going(event))).toBe('event_locked');
    expect(await rsvpsTo([event])).toEqual([null]);
  });

  it('is refused for each event of a series that rules lock meanwhile', async () => {
    const events = await newSeries();
    const [first] = events;
    if (!first) throw new Error('The series is empty');
    expect(await outcomeWhileClosing(first, () => going(first, 'all'))).toBe('event_locked');
    expect(await rsvpsTo(events)).toEqual([null, null, null]);
  });

  it.each(['this', 'all'] as const)('is refused for %s if all are deleted meanwhile', async (scope) => {
    const events = scope === 'all' ? await newSeries() : [await newEvent(owner, space)];
    const [first] = events;
    if (!first) throw new Error('The series is empty');
    const waiting = await server.db.transaction().execute(async (tx) => {
      const ids = events.map(({ id }) => id);
      await sql`update events set deleted_at = now() where id = any(${ids}::uuid[])`.execute(tx);
      const outcome = outcomeOf(going(first, scope));
      await untilWaiting(server.db, '%from events e%for no key update%');
      return { outcome };
    });
    expect(await waiting.outcome).toBe('event_not_found');
    const ids = events.map(({ id }) => id);
    const rsvps = server.db.selectFrom('event_rsvps').select('rsvp').where('event_id', 'in', ids);
    expect(await rsvps.execute()).toEqual([]);
  });

  it('is withdrawn although rules lock the event', async () => {
    const event = await newEvent(owner, space);
    await going(event);
    const withdraw = () => member.call('delete_rsvp', { event_id: event.id });
    expect(await outcomeWhileClosing(event, withdraw)).toBe('done');
    expect(await rsvpsTo([event])).toEqual([null]);
  });
});

describe('The host of one event of a series with rules', () => {
  it('responds to that one only, also with all of the series', async () => {
    const events = await newSeries();
    const [first, second] = events;
    if (!first || !second) throw new Error('The series is too short');
    await limit(first);
    const host_ids = [member.user.id];
    await owner.call('update_event', { event_id: second.id, scope: 'this', host_ids });
    expect(await outcomeOf(going(first, 'all'))).toBe('event_locked');
    expect(await rsvpsTo(events)).toEqual([null, null, null]);
    await going(second, 'all');
    expect(await rsvpsTo(events)).toEqual([null, 'going', null]);
    await owner.call('set_event_access', { event_id: first.id, match: 'all', rules: [] });
    await going(second, 'all');
    expect(await rsvpsTo(events)).toEqual(['going', 'going', 'going']);
  });
});
