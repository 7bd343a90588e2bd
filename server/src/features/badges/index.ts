import type { Feature } from '#server/platform/feature.ts';
import { badgeJobs } from './award-badges.job.ts';

export { awardBadges } from './award-badges.job.ts';

export const badges: Feature = { name: 'badges', jobs: ({ db }) => badgeJobs(db) };
