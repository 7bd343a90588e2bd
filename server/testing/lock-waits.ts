import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '#server/platform/db/database.ts';

/** Waits until one statement of this shape (a pattern of LIKE) waits for a lock in the database of the test. */
export async function untilWaiting(db: Db, pattern: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like ${pattern}`.execute(db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 10_000 },
  );
}
