import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { newPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { prepareQuery, prepareVariants } from './prepare-query.ts';

const server = sharedServer();

it('A prepared query has the values of each run, and writes its text once', async () => {
  const write = vi.fn(
    (_: unknown, { id, name }: { id: number; name: string | null }) =>
      sql<object>`select ${id}::int as id, ${name}::text as name, ${id}::int + ${1}::int as next`,
  );
  const query = prepareQuery(write);
  expect(await query.run(server.db, { id: 1, name: 'Ada' })).toEqual([{ id: 1, name: 'Ada', next: 2 }]);
  expect(await query.run(server.db, { id: 5, name: null })).toEqual([{ id: 5, name: null, next: 6 }]);
  expect(write).toHaveBeenCalledOnce();
});

it('A prepared query can be written with the query builder, and runs in a transaction', async () => {
  const [ann, ben] = [await newPerson(server), await newPerson(server)];
  const query = prepareQuery((db, { id }: { id: string }) =>
    db.selectFrom('users').select('username').where('id', '=', id),
  );
  await server.db.transaction().execute(async (tx) => {
    for (const { user } of [ann, ben])
      expect(await query.run(tx, { id: user.id })).toEqual([{ username: user.username }]);
  });
});

it('Variants of a query are written once each, and the hundred that ran last are kept', async () => {
  const write = vi.fn(
    ({ n }: { n: number }, { id }: { id: number }) =>
      sql<object>`select ${id}::int as id, ${sql.lit(n)}::int as n`,
  );
  const query = prepareVariants(write);
  const run = (n: number) => query.run(server.db, { n }, { id: 7 });
  for (let n = 1; n <= 100; n += 1) expect(await run(n)).toEqual([{ id: 7, n }]);
  await run(1);
  expect(write).toHaveBeenCalledTimes(100);
  // The second is the one that hasn't run for longest.
  for (const n of [101, 1, 2]) expect(await run(n)).toEqual([{ id: 7, n }]);
  expect(write).toHaveBeenCalledTimes(102);
});

it.each([
  ['joins a value to its text', (id: string) => sql`select ${sql.raw(`'${id}'`)}`],
  ['compares a value', (id: string) => sql`select ${Number(id) > 0 ? 1 : 2}::int`],
])('A query that %s is rejected', async (_, write) => {
  const query = prepareQuery((_db, { id }: { id: string }) => write(id));
  await expect(query.run(server.db, { id: '1' })).rejects.toThrow('uses the value of id in its text');
});

it('A query that lists its values is rejected', async () => {
  const query = prepareQuery((_, values: { id: number }) => sql`select ${Object.values(values).length}::int`);
  await expect(query.run(server.db, { id: 1 })).rejects.toThrow('lists its values');
});
