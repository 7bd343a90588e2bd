import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { eventTimesIn, newEvent } from '#testing/events.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { agendaPages } from '#web/features/calendar/calendar.api.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { readEntities } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
});

/** The events of a space; those deleted since aren't fetched again. */
const agendaView = (space: Space, deleted: ReadonlySet<string>): LiveView<Record<string, CalendarEvent>> => ({
  channels: [`space:${space.id}`],
  load: async (client) => {
    const { live_cursor } = await client.fetchQuery(spaceQuery(space.subdomain));
    await client.fetchInfiniteQuery(agendaPages(space.id, 'upcoming'));
    return live_cursor;
  },
  shown: (client) =>
    Object.fromEntries(
      readEntities(client, 'event').flatMap((event) => (deleted.has(event.id) ? [] : [[event.id, event]])),
    ),
  shownAfterRefetch: (client) =>
    client
      .getQueryData(agendaPages(space.id, 'upcoming').queryKey)
      ?.pages.flatMap(({ event_ids }) => event_ids),
});

describe('State updated by events equals a fresh fetch', () => {
  it('for the calendar of three users who RSVP, edit, cancel and delete at once', async () => {
    const step = fc.record({
      kind: fc.constantFrom(
        'create',
        'going',
        'going',
        'maybe',
        'back',
        'seats',
        'title',
        'cancel',
        'delete',
      ),
      who: fc.nat(2),
      which: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
        const space = await newSpace(owner);
        const people = [
          owner,
          await newMember(server, space, 'Grace'),
          await newMember(server, space, 'Hedy'),
        ];
        const deleted = new Set<string>();
        const make = async () => (await newEvent(owner, space, { capacity: 1 })).id;
        const ids = [await make(), await make()];
        const action = async ({ kind, who, which }: (typeof steps)[number]) => {
          const person = people[who] ?? owner;
          const event_id = ids[which % ids.length] ?? '';
          if (kind === 'create') ids.push(await make());
          else if (kind === 'going' || kind === 'maybe')
            await person.call('set_rsvp', { event_id, rsvp: kind });
          else if (kind === 'back') await person.call('delete_rsvp', { event_id });
          else if (kind === 'seats')
            await owner.call('update_event', { event_id, capacity: 1 + (which % 3) });
          else if (kind === 'title') await owner.call('update_event', { event_id, title: `Title ${which}` });
          else if (kind === 'cancel') await owner.call('cancel_event', { event_id });
          else {
            await owner.call('delete_event', { event_id });
            deleted.add(event_id);
          }
        };
        await expectLiveEqualsFetch(server, space.id, people, agendaView(space, deleted), async () => {
          for (let at = 0; at < steps.length; at += 3) {
            const results = await Promise.allSettled(steps.slice(at, at + 3).map(action));
            for (const result of results) {
              // Events that are deleted, canceled, unchanged or too small are rejected.
              if (result.status === 'rejected') expect([400, 404, 409]).toContain(result.reason.status);
            }
          }
        });
      }),
      { numRuns: 6, seed: 20261121, endOnFailure: true },
    );
  });

  it.each(['create', 'move', 'delete'])(
    'for the list of events when all that happens is: %s',
    async (kind) => {
      const space = await newSpace(owner);
      const first = await newEvent(owner, space);
      await newEvent(owner, space, eventTimesIn(48));
      const deleted = new Set<string>();
      await expectLiveEqualsFetch(server, space.id, [owner], agendaView(space, deleted), async () => {
        const event_id = first.id;
        if (kind === 'create') await newEvent(owner, space, eventTimesIn(36));
        else if (kind === 'move') await owner.call('update_event', { event_id, ...eventTimesIn(72) });
        else {
          await owner.call('delete_event', { event_id });
          deleted.add(event_id);
        }
      });
    },
  );
});

it('What two members see of events whose rules change equals a fresh fetch', async () => {
  const space = await newSpace(owner);
  const [one, other] = [await newMember(server, space), await newMember(server, space)];
  const event_id = (await newEvent(owner, space, { location_type: 'in_person', address: 'Hall 1' })).id;
  const view: LiveView<Record<string, CalendarEvent>> = {
    ...agendaView(space, new Set()),
    channels: ({ user }) => [`space:${space.id}`, `user:${user.id}`],
    // Events with rules aren't part of live events, so pages refetch them.
    settle: (client) => client.refetchQueries({ predicate: ({ state }) => state.isInvalidated }),
  };
  const limit = (level: number | null) =>
    owner.call('set_event_access', {
      event_id,
      match: 'all',
      rules: level === null ? [] : [{ kind: 'level', level }],
    });
  const grant = { event_id, client_id: newId(), to: { user_id: one.user.id } };
  const steps: (() => Promise<unknown>)[] = [
    () => limit(2),
    () => owner.call('give_event_access', grant),
    () => one.call('set_rsvp', { event_id, rsvp: 'going' }),
    () => owner.call('update_event', { event_id, address: 'Hall 2' }),
    () => owner.call('take_event_access', { event_id, from: { user_id: one.user.id } }),
    () => limit(null),
  ];
  for (const step of steps)
    await expectLiveEqualsFetch(server, space.id, [owner, one, other], view, async () => {
      await step();
    });
});

it('A change to many events tells clients to refetch the calendar', async () => {
  const space = await newSpace(owner);
  const member = await newMember(server, space);
  const listener = await listen(server.url, member);
  await listener.subscribe(`space:${space.id}`);
  const received = () => listener.events.filter(({ type }) => type === 'calendar.changed').length;
  const repeat = { frequency: 'daily', interval: 1, ends: { type: 'count', count: 4 } } as const;
  const actions: (() => Promise<unknown>)[] = [];
  const series = await newEvent(owner, space, { repeat });
  actions.push(
    () => owner.call('update_event', { event_id: series.id, scope: 'all', title: 'All of it' }),
    () => owner.call('cancel_event', { event_id: series.id, scope: 'this_and_following' }),
    () => owner.call('delete_event', { event_id: series.id, scope: 'all' }),
  );
  await listener.received('calendar.changed', () => received() === 1);
  for (const [index, action] of actions.entries()) {
    await action();
    await listener.received('calendar.changed', () => received() === index + 2);
  }
  listener.close();
});
