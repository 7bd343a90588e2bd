import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import type { Db } from '#server/platform/db/database.ts';
import { sentStatements } from './count-queries.ts';

/** Waits until exactly `count` statements that match a LIKE pattern wait for a lock in the test's database. */
export async function untilWaiting(db: Db, pattern: string, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like ${pattern}`.execute(db);
    expect(rows).toHaveLength(count);
  });
}

/** Holds the statements that match until `release` is called or the test ends. `held` resolves when there is one. */
export function holdQueries(pattern: RegExp): { held: Promise<void>; release: () => void } {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...input: unknown[]
  ) {
    if (sentStatements(input).some(({ text }) => pattern.test(text))) {
      held.resolve();
      await released.promise;
    }
    return query.apply(this, input as never);
  } as never);
  const release = (): void => {
    spy.mockRestore();
    released.resolve();
  };
  onTestFinished(release);
  return { held: held.promise, release };
}
