import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { LiveEvent } from '#contract/live.ts';
import { listen, type TestListener } from '#testing/live.ts';
import { newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { publishLarge, publishMarker } from '#testing/publish-events.ts';
import { waitUntilNumbered } from '#testing/published-events.ts';
import { ownServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { getLiveState, maintainLiveEvents } from './live.queries.ts';
import { publish, spaceChannel } from './publish.ts';

const server = ownServer('it cuts the connections to the database');
let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson(server);
});

const markOf = (event: LiveEvent) => ('member_count' in event.payload ? event.payload.member_count : null);
const marksOf = (events: LiveEvent[]) => events.map(markOf).filter((mark) => mark !== null);
const receivedMark = (listener: TestListener, mark: number) =>
  listener.received('space.member_count_changed', ({ payload }) => payload.member_count === mark);
const until = (listener: TestListener, count: number) =>
  vi.waitFor(() => expect(listener.events.length).toBeGreaterThanOrEqual(count));
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

async function listenTo(url: string, space: Space, since: number | null = null) {
  const listener = await listen(url, owner);
  const response = await listener.subscribe(`space:${space.id}`, since);
  return { listener, response };
}

describe('Event numbers', () => {
  it('have no gaps and follow the commit order of each writer', async () => {
    const space = await newSpace(owner);
    const { listener } = await listenTo(server.url, space);
    await waitUntilNumbered(server);
    const start = (await getLiveState(server.db)).last_seq;
    const writers = range(0, 8);
    await Promise.all(
      writers.map(async (writer) => {
        for (const n of range(0, 25)) await publishMarker(server, space.id, writer * 1000 + n);
      }),
    );
    await until(listener, 200);
    expect(listener.events.map(({ seq }) => seq)).toEqual(range(start + 1, 200));
    for (const writer of writers) {
      const marks = marksOf(listener.events).filter((mark) => Math.floor(mark / 1000) === writer);
      expect(marks).toEqual(range(writer * 1000, 25));
    }
    listener.close();
  });

  it('are assigned after the commit, in the order in which commits became visible', async () => {
    const space = await newSpace(owner);
    const { listener } = await listenTo(server.url, space);
    // The slow transaction writes first and commits last.
    await server.db.transaction().execute(async (slow) => {
      await publish(slow, spaceChannel(space.id), 'space.member_count_changed', {
        space_id: space.id,
        member_count: 1,
      });
      await publishMarker(server, space.id, 2);
      await receivedMark(listener, 2);
    });
    await receivedMark(listener, 1);
    expect(marksOf(listener.events)).toEqual([2, 1]);
    const [first, second] = listener.events;
    expect(second?.seq).toBeGreaterThan(first?.seq ?? Number.POSITIVE_INFINITY);
    listener.close();
  });

  it('are never sent for a transaction that was rolled back', async () => {
    const space = await newSpace(owner);
    const { listener } = await listenTo(server.url, space);
    await publishMarker(server, space.id, 1, { rollBack: true });
    await publishMarker(server, space.id, 2);
    await receivedMark(listener, 2);
    expect(marksOf(listener.events)).toEqual([2]);
    listener.close();
  });
});

describe('Resuming a channel', () => {
  it('returns exactly the missed events of this channel, in order', async () => {
    const [space, other] = [await newSpace(owner), await newSpace(owner)];
    const { listener } = await listenTo(server.url, space);
    await publishMarker(server, space.id, 1);
    const { seq } = await receivedMark(listener, 1);
    listener.close();
    for (const mark of range(2, 5)) {
      await publishMarker(server, space.id, mark);
      await publishMarker(server, other.id, mark + 100);
    }
    const witness = await listenTo(server.url, other, 0);
    await publishMarker(server, other.id, 999);
    await receivedMark(witness.listener, 999);
    const { listener: back, response } = await listenTo(server.url, space, seq);
    expect(response.ok && 'missed' in response && marksOf(response.missed)).toEqual(range(2, 5));
    const last = response.ok ? response.seq : 0;
    expect(last).toBeGreaterThan(seq);
    await publishMarker(server, space.id, 7);
    expect((await receivedMark(back, 7)).seq).toBeGreaterThan(last);
    expect(marksOf(back.events)).toEqual([7]);
    const again = await listenTo(server.url, space, last);
    expect(again.response.ok && 'missed' in again.response && marksOf(again.response.missed)).toEqual([7]);
    for (const open of [back, witness.listener, again.listener]) open.close();
  });

  it('with the cursor of a response misses nothing that the response did not include', async () => {
    const space = await newSpace(owner);
    const writing = (async () => {
      for (let n = 0; n < 15; n += 1) await newPost(owner, space, { title: `Post ${n}` });
    })();
    const { posts, live_cursor } = await owner.call('list_posts', { space_id: space.id, sort: 'new' });
    const { listener, response } = await listenTo(server.url, space, live_cursor);
    await writing;
    const missed = response.ok && 'missed' in response ? response.missed : [];
    await vi.waitFor(() => {
      const notified = [...missed, ...listener.events].flatMap((event) =>
        event.type === 'post.created' ? [event.payload.post.id] : [],
      );
      expect(new Set([...posts.map(({ id }) => id), ...notified]).size).toBe(15);
    });
    listener.close();
  });

  it('tells the client to refetch after too long, with too many missed events, or from a future number', async () => {
    const space = await newSpace(owner);
    const { listener } = await listenTo(server.url, space);
    await server.db.transaction().execute(async (tx) => {
      await sql`insert into live_events (channel, type, payload)
        select ${`space:${space.id}`}, 'space.member_count_changed', jsonb_build_object('space_id', ${space.id}::text, 'member_count', n)
        from generate_series(1, 500) n`.execute(tx);
    });
    // Like events of a process that ended right after its commit: the next sequencer run numbers them.
    await publishMarker(server, space.id, 501);
    const last = await receivedMark(listener, 501);
    const last_seq = last.seq - 501;
    const from = async (since: number) => (await listenToOnce(space, since)) as object;
    expect(await from(last_seq)).toMatchObject({ ok: true, refetch: true });
    expect(await from(last_seq + 1)).toMatchObject({ ok: true, missed: { length: 500 } });
    expect(await from(last_seq + 100_000)).toMatchObject({ ok: true, refetch: true });
    await sql`update live_events set created_at = now() - interval '25 hours' where seq <= ${last_seq + 100}`.execute(
      server.db,
    );
    await maintainLiveEvents(server.db);
    expect((await getLiveState(server.db)).purged_through).toBe(last_seq + 100);
    expect(await from(last_seq + 99)).toMatchObject({ ok: true, refetch: true });
    expect(await from(last_seq + 100)).toMatchObject({ ok: true, missed: { length: 401 } });
    listener.close();
  });

  async function listenToOnce(space: Space, since: number) {
    const { listener, response } = await listenTo(server.url, space, since);
    listener.close();
    return response;
  }
});

describe('Two processes on one database', () => {
  it('receive the events of each other, each event once and in the same order', async () => {
    const second = await server.another();
    const space = await newSpace(owner);
    const [here, there] = [await listenTo(server.url, space), await listenTo(second.url, space)];
    const both = [server, { db: second.platform.db }];
    await Promise.all(
      both.map(async (writer, which) => {
        for (const n of range(0, 60)) await publishMarker(writer, space.id, which * 1000 + n);
      }),
    );
    for (const { listener } of [here, there]) {
      await until(listener, 120);
      expect(new Set(listener.events.map(({ seq }) => seq)).size).toBe(120);
      expect(new Set(marksOf(listener.events)).size).toBe(120);
      const seqs = listener.events.map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    }
    expect(here.listener.events).toEqual(there.listener.events);
    here.listener.close();
    there.listener.close();
  });

  it('close the connections of a removed member and of an ended session in any process', async () => {
    const second = await server.another();
    const space = await newSpace(owner, { is_private: true });
    const person = await newPersonBySql(server);
    await setRole(server, space.id, person.user.id, 'member');
    const listener = await listen(second.url, person);
    await listener.subscribe(`space:${space.id}`);
    await owner.call('remove_member', { space_id: space.id, user_id: person.user.id });
    await vi.waitFor(() => expect(listener.closed).toEqual([`space:${space.id}`]));
    const closed = new Promise((resolve) => listener.socket.on('disconnect', resolve));
    await person.call('sign_out');
    await closed;
    listener.close();
  });

  it('do not depend on each other: if one stops, its client gets the missed events from another', async () => {
    const second = await server.another();
    const space = await newSpace(owner);
    const there = await listenTo(second.url, space);
    await publishMarker(server, space.id, 1);
    const { seq } = await receivedMark(there.listener, 1);
    there.listener.close();
    await second.stop();
    await publishMarker(server, space.id, 2);
    await publishMarker(server, space.id, 3);
    const third = await server.another();
    const back = await listenTo(third.url, space, seq);
    await vi.waitFor(() => {
      const missed = back.response.ok && 'missed' in back.response ? back.response.missed : [];
      expect(marksOf([...missed, ...back.listener.events])).toEqual([2, 3]);
    });
    back.listener.close();
  });
});

describe('Live delivery', () => {
  it('disconnects a client that stops reading, and continues for the others', async () => {
    const space = await newSpace(owner);
    const [slow, quick] = [await listenTo(server.url, space), await listenTo(server.url, space)];
    const before = server.running.liveConnections();
    const connection = rawSocketOf(slow.listener);
    connection.pause();
    for (const _n of range(0, 35)) await publishLarge(server, space.id, 400_000);
    await publishMarker(server, space.id, 42);
    await vi.waitFor(() => expect(marksOf(quick.listener.events)).toEqual([42]));
    expect(quick.listener.events).toHaveLength(36);
    await vi.waitFor(() => expect(server.running.liveConnections()).toBe(before - 1));
    const cutOff = new Promise((resolve) => slow.listener.socket.on('disconnect', resolve));
    connection.resume();
    await cutOff;
    expect(slow.listener.events.length).toBeLessThan(35);
    slow.listener.close();
    quick.listener.close();
  });

  it('says over how long clients come back when the server stops', async () => {
    const stopped = await server.another();
    const listener = await listen(stopped.localUrl, owner);
    const stopping = new Promise((resolve) => listener.socket.once('stopping', resolve));
    await stopped.stop();
    expect(await stopping).toEqual({ reconnect_within: 1 / 500 });
    listener.close();
  });

  it('does not keep the server from stopping because of a suspended client', async () => {
    const second = await server.another();
    const space = await newSpace(owner);
    const { listener } = await listenTo(second.url, space);
    rawSocketOf(listener).pause();
    const started = performance.now();
    await second.stop();
    expect(performance.now() - started).toBeLessThan(8_000);
    listener.close();
  });

  it('reestablishes a lost listening connection and delivers the events of the meantime', async () => {
    const space = await newSpace(owner);
    const { listener } = await listenTo(server.url, space);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    const { rowCount } = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hearth-listen' and datname = current_database()",
    );
    expect(rowCount).toBeGreaterThan(0);
    await client.end();
    await publishMarker(server, space.id, 1);
    await receivedMark(listener, 1);
    await publishMarker(server, space.id, 2);
    await receivedMark(listener, 2);
    expect(marksOf(listener.events)).toEqual([1, 2]);
    listener.close();
  });
});

/** The network connection under a listener. */
function rawSocketOf(listener: TestListener): { pause(): void; resume(): void } {
  const { transport } = listener.socket.io.engine as unknown as {
    transport: { ws: { _socket: { pause(): void; resume(): void } } };
  };
  return transport.ws._socket;
}
