import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestServer } from './server.ts';

/** Waits until every job of a kind that has been queued is done, however it ended. */
export async function untilJobsDone(server: TestServer, name: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from jobs.job where name = ${name} and state < 'completed'`.execute(
        server.db,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 20_000 },
  );
}
