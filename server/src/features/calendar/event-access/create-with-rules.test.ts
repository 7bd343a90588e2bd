import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessRule } from '#contract/features/access/access.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { countQueries } from '#testing/count-queries.ts';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
const level2: AccessRule = { kind: 'level', level: 2 };
const access = { match: 'all' as const, rules: [level2] };
const secret = { location_type: 'in_person' as const, address: 'Secret cellar 4' };
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  member = await newMember(server, space);
});

const read = async (person: TestPerson, id: string) =>
  (await person.call('get_event', { event_id: id })).event;

describe('An event that is created with rules', () => {
  it('is locked from the beginning, and its live event has nothing of it', async () => {
    const event = await newEvent(owner, space, { ...secret, access });
    expect(event.access).toEqual(access);
    expect(await read(member, event.id)).toMatchObject({ address: null, access: null });
    expect((await read(member, event.id)).lock?.unmet).toMatchObject([{ rule: level2 }]);
    const channel = `space:${space.id}`;
    const created = await publishedEvents(server, channel, 'event.created');
    expect(JSON.stringify(created)).not.toContain(event.id);
    expect((await publishedEvents(server, channel, 'calendar.changed')).length).toBeGreaterThan(0);
  });

  it('has them for its whole series', async () => {
    const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 3 } } as const;
    const first = await newEvent(owner, space, { repeat, access });
    const { events } = await member.call('list_agenda', { space_id: space.id });
    const ofSeries = events.filter(({ series_id }) => series_id === first.series_id);
    expect(ofSeries).toHaveLength(3);
    for (const { lock } of ofSeries) expect(lock).not.toBeNull();
  });

  it('is open to all without rules', async () => {
    for (const none of [null, { match: 'all' as const, rules: [] }]) {
      const event = await newEvent(owner, space, { access: none });
      expect(event.access).toBeNull();
      expect((await read(member, event.id)).lock).toBeNull();
    }
  });

  it('is not created at all if a prerequisite does not exist', async () => {
    const client_id = newId();
    const missing: AccessRule = { kind: 'prerequisite', target: { kind: 'course', id: newId() } };
    const create = (rules: AccessRule[]) =>
      newEvent(owner, space, { client_id, title: 'Half created', access: { match: 'any', rules } });
    expect(await outcomeOf(create([missing]))).toBe('prerequisite_not_found');
    const { events } = await owner.call('list_agenda', { space_id: space.id });
    expect(events.filter(({ title }) => title === 'Half created')).toEqual([]);
    expect((await create([level2])).access).toEqual({ match: 'any', rules: [level2] });
  });

  it('keeps its first rules when the call is repeated', async () => {
    const client_id = newId();
    const event = await newEvent(owner, space, { client_id, access });
    const again = await newEvent(owner, space, { client_id, access: null });
    expect(again).toMatchObject({ id: event.id, access });
  });

  it('is in the audit log by its title', async () => {
    const own = await newSpace(owner);
    const event = await newEvent(owner, own, { title: 'Logged', access });
    await owner.call('set_event_access', { event_id: event.id, match: 'all', rules: [] });
    const { actions } = await owner.call('list_audit_log', { space_id: own.id });
    expect(actions.map(({ action, details }) => [action, details.name])).toEqual([
      ['access_opened', 'Logged'],
      ['access_limited', 'Logged'],
    ]);
  });

  it('can be created by editors only', async () => {
    expect(await outcomeOf(newEvent(member, space, { access }))).toBe('not_allowed');
  });

  it('takes as many statements for a long series as for a short one', async () => {
    const statements = (count: number) => {
      const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count } } as const;
      return countQueries(() => newEvent(owner, space, { ...eventTimesIn(48), repeat, access }));
    };
    expect(await statements(9)).toBe(await statements(2));
  });
});
