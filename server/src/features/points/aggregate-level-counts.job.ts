import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { aggregateLevelLog } from './points.queries.ts';

const batch = 5000;

/** Brings the log of members by level into their counts. Two of these at once take different entries. */
export async function aggregateLevelCounts(db: Database): Promise<void> {
  while ((await aggregateLevelLog(db, batch)) === batch);
}

export const aggregateLevelCountsJob = (db: Database): JobKind => ({
  name: 'fold-level-counts',
  schedule: '* * * * *',
  run: () => aggregateLevelCounts(db),
});
