import type { Feature } from '#server/platform/feature.ts';
import { aggregateLevelCountsJob } from './aggregate-level-counts.job.ts';
import { movePointsOnJob } from './expire-points.job.ts';

export { aggregateLevelCounts } from './aggregate-level-counts.job.ts';
export { awardLikePoint, revokePointsFor, voidPointsOfMember } from './award-like-point.ts';
export { movePointsOn } from './expire-points.job.ts';
export { type MemberLevel, memberLevelColumn, noMemberLevel } from './points.queries.ts';

/** The ledger of points. Features whose acts give or take points call it within their transaction. */
export const points: Feature = {
  name: 'points',
  jobs: ({ db }) => [movePointsOnJob(db), aggregateLevelCountsJob(db)],
};
