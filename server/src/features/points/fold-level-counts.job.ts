import type { Database } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { foldLevelLog } from './points.queries.ts';

const batch = 5000;

/** Brings the log of members by level into their counts. Two of these at once take different entries. */
export async function foldLevelCounts(db: Database): Promise<void> {
  while ((await foldLevelLog(db, batch)) === batch);
}

export const foldLevelCountsJob = (db: Database): JobKind => ({
  name: 'fold-level-counts',
  schedule: '* * * * *',
  run: () => foldLevelCounts(db),
});
