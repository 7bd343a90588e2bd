import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { toAppError } from '../http/http-server.ts';
import { conflictRetries } from '../unavailable.ts';
import { afterCommit } from './after-commit.ts';
import { createDatabase, createPool, type Database, type Db, type Tx } from './database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(createPool(database.url, 5));
  await sql`create table accounts_of_test (id int primary key, amount int not null)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate accounts_of_test`.execute(db);
  await sql`insert into accounts_of_test values (1, 0), (2, 0)`.execute(db);
});

const add = (on: Db, id: number) =>
  sql`update accounts_of_test set amount = amount + 1 where id = ${id}`.execute(on);
const amounts = async () => {
  const { rows } = await sql<{ amount: number }>`select amount from accounts_of_test order by id`.execute(db);
  return rows.map(({ amount }) => amount);
};
const retries = async () => (await conflictRetries.get()).values[0]?.value ?? 0;

/** Returns a barrier for two callers: each waits until the other has reached it. */
function barrierForTwo(): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived === 2) open();
    await both;
  };
}

describe('A transaction that loses a conflict', () => {
  it('runs once more after a deadlock, and only the second run has effects', async () => {
    const meet = barrierForTwo();
    const committed: string[] = [];
    const runs = { forth: 0, back: 0 };
    const move = (name: 'forth' | 'back', first: number, second: number) =>
      db.transaction().execute(async (tx) => {
        runs[name] += 1;
        await add(tx, first);
        await afterCommit(tx, () => committed.push(name));
        await meet();
        await add(tx, second);
        return name;
      });
    const before = await retries();
    expect(await Promise.all([move('forth', 1, 2), move('back', 2, 1)])).toEqual(['forth', 'back']);
    expect(runs.forth + runs.back).toBe(3);
    expect(await amounts()).toEqual([2, 2]);
    // The callback of the run that was rolled back didn't run.
    expect(committed.toSorted()).toEqual(['back', 'forth']);
    expect(await retries()).toBe(before + 1);
  });

  it('also runs once more with its own isolation level', async () => {
    const meet = barrierForTwo();
    const addOne = () =>
      db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (tx) => {
          const { rows } = await sql<{
            amount: number;
          }>`select amount from accounts_of_test where id = 1`.execute(tx);
          await meet();
          await sql`update accounts_of_test set amount = ${(rows[0]?.amount ?? 0) + 1} where id = 1`.execute(
            tx,
          );
        });
    await Promise.all([addOne(), addOne()]);
    expect(await amounts()).toEqual([2, 0]);
  });

  it('fails with a 503 and a retry time if it loses twice', async () => {
    let runs = 0;
    const failed = db.transaction().execute(async (tx) => {
      runs += 1;
      await loseDeadlock(tx);
    });
    const error = toAppError(await failed.catch((cause: unknown) => cause));
    expect([error.code, error.status, error.data]).toEqual(['unavailable', 503, { retry_after: 1 }]);
    expect(runs).toBe(2);
    await vi.waitFor(async () => expect(await amounts()).toEqual([2, 2]));
  });
});

let winner: Promise<unknown> = Promise.resolve();

/**
 * Makes the transaction lose a real deadlock: its deadlock timeout is shorter, so it is the one that detects the deadlock
 * and fails. The changes of the other transaction remain.
 */
async function loseDeadlock(tx: Tx): Promise<void> {
  // The one that won before would still wait for a row that this one locks first.
  await winner;
  await sql`set local deadlock_timeout = '20ms'`.execute(tx);
  await sql`select from accounts_of_test where id = 1 for update`.execute(tx);
  await new Promise<void>((ready, failed) => {
    winner = db
      .transaction()
      .execute(async (other) => {
        await sql`set local deadlock_timeout = '30s'`.execute(other);
        await add(other, 2);
        const waits = add(other, 1);
        await untilWaiting(db, 'update accounts_of_test%');
        ready();
        await waits;
      })
      .catch(failed);
  });
  try {
    await add(tx, 2);
  } finally {
    // The other transaction continues once the caller has rolled this one back.
    winner.catch(() => {});
  }
}

describe('A statement outside a transaction', () => {
  it('runs once more if it loses a conflict', async () => {
    await sql`create sequence runs_of_test`.execute(db);
    await sql`create function fail_first() returns int language plpgsql as $$
      begin
        if nextval('runs_of_test') = 1 then raise exception 'made up' using errcode = '40001'; end if;
        return 7;
      end $$`.execute(db);
    const { rows } = await sql<{ result: number }>`select fail_first() as result`.execute(db);
    expect(rows).toEqual([{ result: 7 }]);
  });
});

it('A transaction that fails for another reason does not run again', async () => {
  let runs = 0;
  const failed = db.transaction().execute(async (tx) => {
    runs += 1;
    await sql`insert into accounts_of_test values (1, 0)`.execute(tx);
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(runs).toBe(1);
});
