import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { features } from '#server/app.ts';
import type { TestServer } from './server.ts';

/** Runs a job of any feature now, as if it were due. */
export async function runJob(server: TestServer, name: string): Promise<void> {
  const kinds = features.flatMap(({ jobs }) => jobs?.(server.running.platform) ?? []);
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no job ${name}`);
  await kind.run({} as never, new AbortController().signal);
}

/** Waits until every job of a kind that has been queued is done, however it ended. */
export async function untilJobsDone(server: TestServer, name: string): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from jobs.job where name = ${name} and state < 'completed'`.execute(
      server.db,
    );
    expect(rows).toEqual([]);
  });
}
