import type { Feature } from '#server/platform/feature.ts';
import { countActiveMembersJob } from './count-active-members.job.ts';
import { spaceRoutes } from './spaces.routes.ts';

export { selectCategories } from './spaces.queries.ts';

export const spaces: Feature = {
  name: 'spaces',
  routes: spaceRoutes,
  jobs: ({ db }) => [countActiveMembersJob(db)],
};
