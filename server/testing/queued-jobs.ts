import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';

/** Deletes the jobs that haven't started, and waits for those that have. */
export async function deleteQueuedJobs(db: Database): Promise<void> {
  await vi.waitFor(async () => {
    await sql`delete from jobs.job where state in ('created', 'retry')`.execute(db);
    const { rows } = await sql`select name from jobs.job where state = 'active'`.execute(db);
    expect(rows).toEqual([]);
  });
}
