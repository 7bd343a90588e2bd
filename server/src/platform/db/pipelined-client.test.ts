import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sentStatements } from '#testing/count-queries.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type CommitWrite, writeAtCommit } from './after-commit.ts';
import { createDatabase, createPool, type Database, type Db, isUniqueViolation } from './database.ts';
import { createStatementNames } from './pipelined-client.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 2);
  db = createDatabase(pool);
  await sql`create table notes_of_test (id int primary key, note text)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate notes_of_test`.execute(db);
});

const insert = (on: Db, id: number) => sql`insert into notes_of_test values (${id}, 'new')`.execute(on);
const count = async (on: Db) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from notes_of_test where id > ${0}`.execute(
    on,
  );
  return rows[0]?.n;
};
const ids = async () => {
  const { rows } = await sql<{ id: number }>`select id from notes_of_test order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Records the first words of what is sent to the database of this file from now on: one list for each round trip. Servers that other
 * files have started send statements too.
 */
function recordSent(): string[][] {
  const sent: string[][] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...input: unknown[]
  ) {
    if (new URL(database.url).pathname === `/${this.database}`)
      sent.push(sentStatements(input).map(({ text }) => text.trim().split(' ')[0] ?? ''));
    return query.apply(this, input as never);
  } as never);
  onTestFinished(() => spy.mockRestore());
  return sent;
}

describe('Statements of a transaction', () => {
  it('that are requested at the same time are sent together, with its begin, and run in their order', async () => {
    const sent = recordSent();
    const counts = await db.transaction().execute(async (tx) => {
      const together = await Promise.all([insert(tx, 1), count(tx), insert(tx, 2), count(tx)]);
      return [together[1], together[3]];
    });
    expect(counts).toEqual([1, 2]);
    expect(sent).toEqual([['begin', 'insert', 'select', 'insert', 'select'], ['commit']]);
  });

  it('do not run after one that failed, and nothing is written', async () => {
    const outcomes = db.transaction().execute(async (tx) => {
      await insert(tx, 1);
      const results = await Promise.allSettled([insert(tx, 1), insert(tx, 2), count(tx)]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      for (const result of results) {
        if (result.status === 'rejected') throw result.reason;
      }
    });
    await expect(outcomes).rejects.toSatisfy((error) => isUniqueViolation(error));
    expect(await ids()).toEqual([]);
    await db.transaction().execute((tx) => insert(tx, 3));
    expect(await ids()).toEqual([3]);
  });

  it('never run outside of it if it could not begin', async () => {
    const client = await pool.connect();
    const outcomes: PromiseSettledResult<unknown>[] = [];
    const begun = client.query('start transaction nonsense', []);
    const first = client.query('insert into notes_of_test values ($1)', [1]);
    outcomes.push(...(await Promise.allSettled([begun, first])));
    outcomes.push(
      ...(await Promise.allSettled([client.query('insert into notes_of_test values ($1)', [2])])),
    );
    await client.query('rollback', []);
    client.release();
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await ids()).toEqual([]);
  });

  it('that were still requested when one failed do not keep the transaction open', async () => {
    const one = createPool(database.url, 1);
    const single = createDatabase(one);
    onTestFinished(() => single.destroy());
    const divide = (tx: Db, by: number) => sql`select 1 / ${by}::int`.execute(tx);
    const work = single.transaction().execute(async (tx) => {
      const steps = async () => {
        await count(tx);
        await count(tx);
      };
      await Promise.all([steps(), divide(tx, 0)]);
    });
    await expect(work).rejects.toThrow('division by zero');
    expect(await count(single)).toBe(0);
    await single.transaction().execute((tx) => insert(tx, 1));
    expect(await ids()).toEqual([1]);
  });

  it('leave no connection to others that could not roll back', async () => {
    const one = createPool(database.url, 1);
    const single = createDatabase(one);
    onTestFinished(() => single.destroy());
    const ended = vi.fn();
    one.on('remove', ended);
    const work = single.transaction().execute(async (tx) => {
      await insert(tx, 1);
      const { query } = pg.Client.prototype;
      const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...input: unknown[]
      ) {
        const [pipeline] = input as [{ statements?: { text: string; reject(error: Error): void }[] }];
        const rollback = pipeline.statements?.find(({ text }) => text === 'rollback');
        rollback?.reject(new Error('it cannot be rolled back'));
        return query.apply(this, input as never);
      } as never);
      onTestFinished(() => spy.mockRestore());
      throw new Error('no');
    });
    await expect(work).rejects.toThrow();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(await count(single)).toBe(0);
  });

  it('fail as their begin did', async () => {
    const client = await pool.connect();
    onTestFinished(() => client.release());
    const begun = client.query('start transaction nonsense', []).catch((error: Error) => error.message);
    const failure = await begun;
    await expect(client.query('insert into notes_of_test values ($1)', [1])).rejects.toThrow(failure);
    await client.query('rollback', []);
  });

  it('cannot be requested anymore once its work has ended', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await insert(tx, 1);
      late = nextTurn().then(() => insert(tx, 2));
      late.catch(() => {});
    });
    await expect(late).rejects.toThrow();
    expect(await ids()).toEqual([1]);
  });

  it('fail with its commit if one of them failed before and nobody said so', async () => {
    const committed = db.transaction().execute(async (tx) => {
      await insert(tx, 1);
      await insert(tx, 1).catch(() => {});
    });
    await expect(committed).rejects.toThrow('rolled back');
    expect(await ids()).toEqual([]);
  });
});

describe('What a transaction writes with its commit', () => {
  const insertAll: CommitWrite<number> = (tx, collected): CompiledQuery =>
    sql`insert into notes_of_test select unnest(${collected}::int[])`.compile(tx);

  it('is one statement in the same round trip, which the transaction itself does not see', async () => {
    const sent = recordSent();
    await db.transaction().execute(async (tx) => {
      await writeAtCommit(tx, insertAll, [1]);
      expect(await count(tx)).toBe(0);
      await writeAtCommit(tx, insertAll, [2, 3]);
    });
    expect(sent).toEqual([
      ['begin', 'select'],
      ['insert', 'commit'],
    ]);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('rolls the transaction back if it fails, and is left out of one that is rolled back', async () => {
    const failing = db.transaction().execute(async (tx) => {
      await insert(tx, 1);
      await writeAtCommit(tx, insertAll, [1]);
    });
    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error));
    const rolledBack = db.transaction().execute(async (tx) => {
      await writeAtCommit(tx, insertAll, [2]);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await db.transaction().execute((tx) => insert(tx, 3));
    expect(await ids()).toEqual([3]);
  });
});

describe('Statements outside of a transaction', () => {
  it('run one after another on one connection, each for itself', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const client = await pool.connect();
    const add = (id: number) => client.query('insert into notes_of_test values ($1)', [id]);
    const results = await Promise.allSettled([
      add(1),
      add(1),
      add(2),
      client.query('select 1; select 2'),
      add(3),
    ]);
    client.release();
    await nextTurn();
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await ids()).toEqual([1, 2, 3]);
    expect(warned).not.toHaveBeenCalled();
  });

  it('are parsed once by each connection, also if they failed the first time', async () => {
    const client = await pool.connect();
    onTestFinished(() => client.release());
    // Other files have used up the names of this process.
    Object.assign(client, { nameOf: createStatementNames(1) });
    const divide = (by: unknown) => client.query('select 10 / $1::int as result', [by]);
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect((await divide(5)).rows).toEqual([{ result: 2 }]);
    const { rows } = await client.query(
      'select count(*) as n from pg_prepared_statements where statement = $1',
      ['select 10 / $1::int as result'],
    );
    expect(rows).toEqual([{ n: 1 }]);
    await expect(client.query('selec $1', [1])).rejects.toThrow('syntax error');
    await expect(client.query('selec $1', [1])).rejects.toThrow('syntax error');
  });

  /** Returns a new connection, and how often columns are described to it. */
  async function connectAlone({ hasPooler = false } = {}) {
    const own = createPool(database.url, 1, { hasPooler });
    const client = await own.connect();
    onTestFinished(async () => {
      client.release();
      await own.end();
    });
    Object.assign(client, { nameOf: createStatementNames(10) });
    const { connection } = client as unknown as { connection: { describe(): void } };
    return { client, described: vi.spyOn(connection, 'describe') };
  }

  it('are described once to each connection, those without rows too', async () => {
    const { client, described } = await connectAlone();
    const add = (id: number) => client.query('insert into notes_of_test values ($1, null)', [id]);
    const list = (from: number) => client.query('select id, note from notes_of_test where id >= $1', [from]);
    const total = (from: number) =>
      client.query('select sum(id)::int from notes_of_test where id >= $1', [from]);
    await list(1);
    await client.query('begin');
    // Known and unknown statements in one round trip.
    const [, first, sum] = await Promise.all([add(1), list(0), total(0)]);
    const [, second, sums] = await Promise.all([add(2), list(0), total(0)]);
    await client.query('commit');
    expect([first.rows, sum.rows]).toEqual([[{ id: 1, note: null }], [{ sum: 1 }]]);
    expect(second.rows).toEqual([
      { id: 1, note: null },
      { id: 2, note: null },
    ]);
    expect(sums.rows).toEqual([{ sum: 3 }]);
    const statements = 3;
    expect(described).toHaveBeenCalledTimes(statements);
    expect((await list(2)).rows).toEqual([{ id: 2, note: null }]);
    expect(described).toHaveBeenCalledTimes(statements);
  });

  /** Prepares a statement again under its name, as a pooler does on another connection after a migration. */
  async function prepareAgain(client: pg.PoolClient, text: string, as: string) {
    const { rows } = await client.query('select name from pg_prepared_statements where statement = $1', [
      text,
    ]);
    const { name } = rows[0] as { name: string };
    await client.query(`deallocate "${name}"; prepare "${name}" (int) as ${as}`);
  }

  it('are described each time behind a pooler, which may prepare them again with other columns', async () => {
    const { client } = await connectAlone({ hasPooler: true });
    const text = 'select $1::int as a, 2 as b';
    const run = () => client.query(text, [1]);
    expect((await run()).rows).toEqual([{ a: 1, b: 2 }]);
    await prepareAgain(client, text, 'select 2 as b, $1 as c');
    expect((await run()).rows).toEqual([{ b: 2, c: 1 }]);
  });

  it('are not run by PostgreSQL after a migration, if their columns are others', async () => {
    const { client } = await connectAlone();
    const run = () => client.query('select * from notes_of_test where id = $1', [1]);
    await run();
    await client.query('alter table notes_of_test add column extra int');
    onTestFinished(async () => void (await sql`alter table notes_of_test drop column extra`.execute(db)));
    await expect(run()).rejects.toThrow('cached plan must not change result type');
  });

  it('have names up to a limit', () => {
    const nameOf = createStatementNames(2);
    const [one, other] = [nameOf('select 1'), nameOf('select 2')];
    expect([one, other, nameOf('select 3'), nameOf('select 1')]).toEqual([one, other, undefined, one]);
    expect(one).not.toBe(other);
  });
});
