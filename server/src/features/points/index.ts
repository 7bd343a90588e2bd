import type { Feature } from '#server/platform/feature.ts';
import { aggregateLevelCountsJob } from './aggregate-level-counts.job.ts';
import { expirePointsJob } from './expire-points.job.ts';
import { pointsHooks } from './points-hooks.ts';

export { aggregateLevelCounts } from './aggregate-level-counts.job.ts';
export { awardPoint } from './award-point.ts';
export { expirePoints } from './expire-points.job.ts';

/** The point ledger. Features that award points call it inside their transaction. */
export const points: Feature = {
  name: 'points',
  hooks: pointsHooks,
  jobs: ({ db }) => [expirePointsJob(db), aggregateLevelCountsJob(db)],
};
