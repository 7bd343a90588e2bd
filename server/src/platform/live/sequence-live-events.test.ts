import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createDatabase, createPool, type Database, type Tx } from '../db/database.ts';
import { sequenceLiveEvents } from './live.queries.ts';

// Without a server, which would number events by itself.
let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(createPool(database.url, 5));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const newChannels = () => [`user:${newId()}`, `user:${newId()}`] as const;
const insertEvent = async (channel: string, changesAccess = false) => {
  await sql`insert into live_events (channel, type, payload, changes_access) values (${channel}, 'x', '{}', ${changesAccess})`.execute(
    db,
  );
};
const numbersOf = async (...channels: string[]) => {
  const { rows } = await sql<{ seq: number | null }>`
    select e.seq from unnest(${channels}::text[]) with ordinality c (channel, n) join live_events e using (channel) order by c.n, e.id`.execute(
    db,
  );
  return rows.map(({ seq }) => seq ?? 0);
};
const untilLocked = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    expect(rows).toHaveLength(1);
  });
/** Starts `other` while a transaction is open that has numbered events of a channel, and waits until it is locked out. */
async function whileNumbering<T>(channel: string, other: () => Promise<T>): Promise<T> {
  const started = await db.transaction().execute(async (tx: Tx) => {
    expect(await sequenceLiveEvents(tx, [channel], false)).not.toEqual([]);
    const running = other();
    await untilLocked();
    return { running };
  });
  return await started.running;
}

describe('Numbers of live events', () => {
  it('of one channel are assigned by one process at a time, and each knows the one before', async () => {
    const [channel] = newChannels();
    await insertEvent(channel);
    const other = await whileNumbering(channel, async () => {
      await insertEvent(channel);
      return await sequenceLiveEvents(db, [channel], false);
    });
    const [first, second] = await numbersOf(channel);
    expect(other).toMatchObject([{ channel, previous: first, seq: second }]);
    expect(first).toBeLessThan(second ?? 0);
  });

  it('of different channels are assigned at the same time', async () => {
    const [slow, quick] = newChannels();
    for (const channel of [slow, quick]) await insertEvent(channel);
    await db.transaction().execute(async (tx) => {
      const mine = await sequenceLiveEvents(tx, [slow], false);
      const others = await sequenceLiveEvents(db, [quick], false);
      expect(others?.[0]?.seq).toBeGreaterThan(mine?.[0]?.seq ?? Number.POSITIVE_INFINITY);
    });
  });

  it('of events that change access are smaller than those of events that were committed later', async () => {
    const [left, right] = newChannels();
    await insertEvent(left, true);
    await insertEvent(right);
    expect(await sequenceLiveEvents(db, [right], false)).toBeNull();
    expect(await numbersOf(left, right)).toEqual([0, 0]);
    const numbered = await sequenceLiveEvents(db, [right], true);
    const [first, second] = await numbersOf(left, right);
    expect(first).toBeLessThan(second ?? 0);
    expect(numbered?.map(({ access_seq }) => access_seq)).toEqual([first, first]);
  });

  it('of events that change access wait for those that are being assigned', async () => {
    const [channel, access] = newChannels();
    await insertEvent(channel);
    await whileNumbering(channel, async () => {
      await insertEvent(access, true);
      return await sequenceLiveEvents(db, [access], true);
    });
    const [first, second] = await numbersOf(channel, access);
    expect(first).toBeLessThan(second ?? 0);
  });

  it('of a thousand events are assigned at once; the rest follows', async () => {
    const [channel] = newChannels();
    await sql`insert into live_events (channel, type, payload) select ${channel}, 'x', '{}' from generate_series(1, 1001)`.execute(
      db,
    );
    expect(await sequenceLiveEvents(db, [channel], false)).toHaveLength(1_000);
    expect(await sequenceLiveEvents(db, [channel], false)).toHaveLength(1);
    const numbers = await numbersOf(channel);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });
});
