import type { Feature } from '#server/platform/feature.ts';
import { foldLevelCountsJob } from './fold-level-counts.job.ts';
import { movePointsOnJob } from './move-points-on.job.ts';

export { countLike, voidPointsOf, voidPointsOfMember } from './count-like.ts';
export { foldLevelCounts } from './fold-level-counts.job.ts';
export { movePointsOn } from './move-points-on.job.ts';
export { noStanding, type Standing, standingColumn } from './points.queries.ts';

/** The ledger of points. Features whose acts give or take points call it within their transaction. */
export const points: Feature = {
  name: 'points',
  jobs: ({ db }) => [movePointsOnJob(db), foldLevelCountsJob(db)],
};
