import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { features } from '#server/app.ts';
import type { Feature } from '#server/platform/feature.ts';
import { recordQueries } from './count-queries.ts';
import { ownServer } from './server.ts';

let runs = 0;
const clock: Feature = {
  name: 'clock',
  jobs: ({ db }) => [
    {
      name: 'tick',
      everySeconds: 0.001,
      run: async () => {
        await sql`select 'tick'`.execute(db);
        runs += 1;
      },
    },
  ],
};
const server = ownServer('a job of its own', {}, [...features, clock]);

it('Statements of jobs that the server runs meanwhile are not those of an action', async () => {
  const queries = await recordQueries(async () => {
    const before = runs;
    await sql`select 'tock'`.execute(server.db);
    await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 1));
  });
  expect(queries.map(({ text }) => text)).toEqual([`select 'tock'`]);
});
