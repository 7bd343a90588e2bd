import type { Feature } from '#server/platform/feature.ts';
import { badgeJobs } from './award-badges.job.ts';
import { insertBadgeCheck } from './badges.queries.ts';

export { awardBadges } from './award-badges.job.ts';

export const badges: Feature = {
  name: 'badges',
  hooks: {
    membershipStarted: (tx, { user_id, joined_at }) => insertBadgeCheck(tx, user_id, joined_at),
  },
  jobs: ({ db }) => badgeJobs(db),
};
