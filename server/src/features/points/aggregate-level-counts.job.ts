import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { aggregateLevelLog } from './points.queries.ts';

const batchSize = 5000;

/** Aggregates the log of level changes into member counts. Concurrent runs take different entries. */
export async function aggregateLevelCounts(db: Database): Promise<void> {
  while ((await aggregateLevelLog(db, batchSize)) === batchSize);
}

export const aggregateLevelCountsJob = (db: Database): JobKind => ({
  name: 'aggregate-level-counts',
  schedule: '* * * * *',
  run: () => aggregateLevelCounts(db),
});
