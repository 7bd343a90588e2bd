import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '#server/platform/db/database.ts';

/** Waits until exactly `count` statements that match a LIKE pattern wait for a lock in the test's database. */
export async function untilWaiting(db: Db, pattern: string, count = 1): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like ${pattern}`.execute(db);
      expect(rows).toHaveLength(count);
    },
    { timeout: 10_000 },
  );
}
