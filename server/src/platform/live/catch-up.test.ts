import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { holdQueries } from '#testing/lock-waits.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { sharedServer } from '#testing/server.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { createStatementNames } from '../db/pipelined-client.ts';
import { newId } from '../ids.ts';
import { createMissedReader } from './catch-up.ts';
import { listMissedSizes } from './live.queries.ts';

const server = sharedServer();

/** Publishes an event of a space. Resolves with the last number of its channel. */
async function publishNext(id: string, mark: number): Promise<number> {
  const reader = createMissedReader(server.db);
  await publishMarker(server, id, mark);
  return await vi.waitFor(async () => {
    const size = await reader.sizeAfter(`space:${id}`, 0);
    expect(size.events).toBe(mark);
    return size.channel_seq;
  });
}

it('Sockets that resume from the same number at the same time share one read, but not with one that began too early', async () => {
  const id = newId();
  const channel = `space:${id}`;
  const reader = createMissedReader(server.db);
  const first = await publishNext(id, 1);
  const hold = holdQueries(/select "seq", "channel"/);
  const early = reader.eventsAfter(channel, 0, first);
  const equal = reader.eventsAfter(channel, 0, first);
  await hold.held;
  const second = await publishNext(id, 2);
  const late = reader.eventsAfter(channel, 0, second);
  hold.release();
  expect(equal).toBe(early);
  expect(late).not.toBe(early);
  expect((await early).events?.at(0)?.seq).toBe(first);
  expect((await late).events?.map(({ seq }) => seq)).toEqual([first, second]);
});

it('The sizes of what several sockets missed are those of their own channels', async () => {
  const [id, other] = [newId(), newId()];
  const reader = createMissedReader(server.db);
  const first = await publishNext(id, 1);
  const last = await publishNext(id, 2);
  const sizes = await Promise.all([
    reader.sizeAfter(`space:${other}`, 0),
    reader.sizeAfter(`space:${id}`, first),
    reader.sizeAfter(`space:${id}`, 0),
  ]);
  expect(sizes.map(({ channel_seq, events }) => [channel_seq, events])).toEqual([
    [0, 0],
    [last, 1],
    [last, 2],
  ]);
});

it('PostgreSQL expects as many channels of any list, so that a connection keeps the plan of their sizes', async () => {
  const pool = createPool(server.databaseUrl, 1);
  // Other tests of this process may have used up the names of its statements.
  pool.on('connect', (client) => Object.assign(client, { nameOf: createStatementNames(10) }));
  const db = createDatabase(pool);
  onTestFinished(() => db.destroy());
  const resume = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ channel: `space:${newId()}`, since: n }));
  await listMissedSizes(db, resume(1), 500);
  const { rows } = await sql<{ name: string }>`
    select name from pg_prepared_statements where statement like '%with resumed as%'`.execute(db);
  const name = sql.id(rows[0]?.name ?? '');
  await sql`set plan_cache_mode = force_custom_plan`.execute(db);
  const expected = async (count: number): Promise<string | undefined> => {
    const values = sql.lit(JSON.stringify(resume(count)));
    const plan = await sql<{ 'QUERY PLAN': string }>`explain execute ${name} (${values})`.execute(db);
    return /rows=\d+/.exec(plan.rows[0]?.['QUERY PLAN'] ?? '')?.[0];
  };
  expect(await expected(1)).toBe('rows=100');
  expect(await expected(7)).toBe('rows=100');
});
