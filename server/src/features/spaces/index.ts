import type { Feature } from '#server/platform/feature.ts';
import { countActiveMembersJob } from './count-active-members.job.ts';
import { spaceRoutes } from './spaces.routes.ts';

export { addCategory } from './add-category.ts';
export { countActiveMembers } from './count-active-members.job.ts';
export { createSpace } from './create-space.ts';
export { completeTask } from './setup/complete-task.ts';
export { listCategories, spaceHasId } from './spaces.queries.ts';
export { updateSpace } from './update-space.ts';

export const spaces: Feature = {
  name: 'spaces',
  routes: spaceRoutes,
  jobs: ({ db }) => [countActiveMembersJob(db)],
};
