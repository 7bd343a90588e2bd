import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { listen, type TestListener } from '#testing/live.ts';
import { holdQueries, untilWaiting } from '#testing/lock-waits.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { ownServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import type { Tx } from '../db/database.ts';
import { maintainLiveEvents, sequenceLiveEvents } from './live.queries.ts';
import { spaceChannel, userChannel } from './publish.ts';

const server = ownServer('it acts as other processes that number the events of its database');
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
});

/** Commits an event like a process that ended before it could number it. */
const insertEvent = async (channel: string, mark: number, changesAccess = false) => {
  const payload = JSON.stringify({ space_id: channel.split(':')[1], member_count: mark });
  await sql`insert into live_events (channel, type, payload, changes_access)
    values (${channel}, 'space.member_count_changed', ${payload}::jsonb, ${changesAccess})`.execute(
    server.db,
  );
};
const numbersOf = async (...channels: string[]) => {
  const { rows } = await sql<{ seq: number | null }>`
    select e.seq from unnest(${channels}::text[]) with ordinality c (channel, n) join live_events e using (channel) order by c.n, e.id`.execute(
    server.db,
  );
  return rows.map(({ seq }) => seq);
};
const receivedMark = (listener: TestListener, mark: number) =>
  listener.received('space.member_count_changed', ({ payload }) => payload.member_count === mark);
async function listenTo(space: Space, since: number | null = null) {
  const listener = await listen(server.url, owner);
  const response = await listener.subscribe(spaceChannel(space.id), since);
  return { listener, response };
}
/** Runs `work` while a transaction is open that has numbered events of a channel. */
async function whileNumbering<T>(channel: string, work: () => Promise<T>): Promise<T> {
  return await server.db.transaction().execute(async (tx: Tx) => {
    expect(await sequenceLiveEvents(tx, [channel], false)).not.toEqual([]);
    return await work();
  });
}

describe('Numbers', () => {
  it('are assigned to different channels at the same time, and a channel misses none of its own', async () => {
    const [slow, quick] = [await newSpace(owner), await newSpace(owner)];
    const { listener } = await listenTo(quick);
    await insertEvent(spaceChannel(slow.id), 1);
    const response = await whileNumbering(spaceChannel(slow.id), async () => {
      await publishMarker(server, quick.id, 2);
      const { seq } = await receivedMark(listener, 2);
      const late = await listenTo(slow, 0);
      // A larger number is visible already, but the channel goes on from its own.
      expect(late.response.ok && late.response.seq).toBeLessThan(seq);
      return late;
    });
    // The one that numbered it has announced nothing: the sweep of another process does.
    await receivedMark(response.listener, 1);
    const [number] = await numbersOf(spaceChannel(slow.id));
    expect(response.response.ok && response.response.seq).toBeLessThan(number ?? 0);
    for (const open of [listener, response.listener]) open.close();
  });
});

describe('Events of a process that ended', () => {
  it('before it numbered them, or after that, are delivered a little later', async () => {
    const space = await newSpace(owner);
    const { listener } = await listenTo(space);
    const channel = spaceChannel(space.id);
    await insertEvent(channel, 1);
    await sequenceLiveEvents(server.db, [channel], false);
    await insertEvent(channel, 2);
    await receivedMark(listener, 2);
    expect(
      listener.events.flatMap(({ payload }) => ('member_count' in payload ? [payload.member_count] : [])),
    ).toEqual([1, 2]);
    await vi.waitFor(async () => {
      expect((await sql`select from live_announcements`.execute(server.db)).rows).toEqual([]);
    });
    listener.close();
  });
});

describe('A change of access', () => {
  it('of one space holds back the events of that space, and of no other', async () => {
    const [space, other] = [await newSpace(owner), await newSpace(owner)];
    const stranger = await newPersonBySql(server);
    const [gone, kept, elsewhere] = [
      await listen(server.url, stranger),
      await listenTo(space),
      await listenTo(other),
    ];
    await gone.subscribe(spaceChannel(space.id));
    await gone.subscribe(spaceChannel(other.id));
    const check = holdQueries(/unnest\(.*left join space_members m/s);
    await owner.call('update_space', { space_id: space.id, is_private: true });
    await check.held;
    await publishMarker(server, space.id, 1);
    await publishMarker(server, other.id, 2);
    for (const listener of [gone, elsewhere.listener]) await receivedMark(listener, 2);
    expect(kept.listener.events.some(({ type }) => type === 'space.member_count_changed')).toBe(false);
    check.release();
    await receivedMark(kept.listener, 1);
    expect(gone.closed).toEqual([spaceChannel(space.id)]);
    expect(gone.events.map(({ type, channel }) => [type, channel])).toEqual([
      ['space.changed', spaceChannel(space.id)],
      ['space.member_count_changed', spaceChannel(other.id)],
    ]);
    for (const open of [gone, kept.listener, elsewhere.listener]) open.close();
  });

  it('by a process that ended right after its commit comes before later events, in all channels', async () => {
    const space = await newSpace(owner, { is_private: true });
    const leaver = await newPersonBySql(server);
    await setRole(server, space.id, leaver.user.id, 'member');
    const [gone, witness] = [await listen(server.url, leaver), await listenTo(space)];
    await gone.subscribe(spaceChannel(space.id));
    await sql`update space_members set status = 'inactive' where user_id = ${leaver.user.id}`.execute(
      server.db,
    );
    const payload = JSON.stringify({ space_id: space.id, role: null });
    await sql`insert into live_events (channel, type, payload, changes_access)
      values (${userChannel(leaver.user.id)}, 'membership.changed', ${payload}::jsonb, true)`.execute(
      server.db,
    );
    await publishMarker(server, space.id, 3);
    await receivedMark(witness.listener, 3);
    await vi.waitFor(() => expect(gone.closed).toEqual([spaceChannel(space.id)]));
    expect(gone.events).toEqual([]);
    for (const open of [gone, witness.listener]) open.close();
  });
});

describe('A day of events', () => {
  it('is a partition, which is dropped 24 hours after its end; clients from before refetch', async () => {
    const partitions = async () => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class where relispartition and relkind = 'r' and relname like 'live_events_2%' order by 1`.execute(
        server.db,
      );
      return rows.map(({ name }) => name);
    };
    const current = await partitions();
    expect(current).toHaveLength(2);
    const space = await newSpace(owner);
    const channel = spaceChannel(space.id);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    /** Adds the partition of a day that ended this many days before today began, with one event. */
    const addPartition = async (name: string, daysAgo: number) => {
      await client.query(`create table live_events_${name} (like live_events including defaults including constraints);
        alter table live_events attach partition live_events_${name}
          for values from (current_date - ${daysAgo + 1}) to (current_date - ${daysAgo});
        insert into live_events (channel, type, payload, created_at)
          values ('${channel}', 'space.member_count_changed', '{"space_id": "${space.id}", "member_count": ${daysAgo}}',
            current_date - ${daysAgo} - interval '1 hour')`);
      await sequenceLiveEvents(server.db, [channel], false);
    };
    await addPartition('20200101', 2);
    await addPartition('20200103', 0);
    await client.end();
    const numbers = await numbersOf(channel);
    const [dropped, kept] = numbers.slice(-2);
    await maintainLiveEvents(server.db);
    const left = await partitions();
    expect(left).toEqual(expect.arrayContaining(['live_events_20200103', ...current]));
    expect(left).not.toContain('live_events_20200101');
    const from = async (since: number) => {
      const { listener, response } = await listenTo(space, since);
      listener.close();
      return response;
    };
    expect(await from((dropped ?? 0) - 1)).toMatchObject({ ok: true, refetch: true });
    expect(await from(dropped ?? 0)).toMatchObject({ ok: true, seq: kept, missed: { length: 1 } });
  });

  it('is created once by servers that start at the same moment', async () => {
    await sql`do $$ begin execute format('drop table live_events_%s', to_char(current_date + 1, 'YYYYMMDD')); end $$`.execute(
      server.db,
    );
    let other: Promise<void> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await maintainLiveEvents(tx);
      other = maintainLiveEvents(server.db);
      await Promise.race([untilWaiting(server.db, '%maintain_live_events%'), other]);
    });
    await other;
    const { rows } = await sql`
      select to_regclass('live_events_' || to_char(current_date + 1, 'YYYYMMDD')) is not null as exists`.execute(
      server.db,
    );
    expect(rows).toEqual([{ exists: true }]);
  });
});
