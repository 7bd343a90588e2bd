import { categoryLocator } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { openCategoryLocator } from './categories/closed-categories.ts';
import { countActiveMembersJob } from './count-active-members.job.ts';
import { manifestRoutes } from './manifest.routes.ts';
import { completeTask } from './setup/complete-task.ts';
import { spaceUploads } from './space-uploads.queries.ts';
import { updateSpaceOwner } from './spaces.queries.ts';
import { spaceRoutes } from './spaces.routes.ts';

export { addCategory } from './categories/add-category.ts';
export {
  categoryOfPost,
  listCategoryRules,
  lockCategoryRules,
  lockPostCategory,
} from './categories/category-access.queries.ts';
export { categoryWrite } from './categories/category-write.ts';
export { inOpenCategory, listClosedCategories } from './categories/closed-categories.ts';
export { countActiveMembers } from './count-active-members.job.ts';
export { createSpace } from './create-space.ts';
export { completeTask } from './setup/complete-task.ts';
export { listCategories, spaceHasId } from './spaces.queries.ts';
export { updateSpace } from './update-space.ts';

export const spaces: Feature = {
  name: 'spaces',
  locators: { [categoryLocator]: openCategoryLocator },
  uploads: spaceUploads,
  routes: spaceRoutes,
  plainRoutes: manifestRoutes,
  hooks: {
    rolesChanged: async (tx, { space_id, changes }) => {
      const owner = changes.find(({ role }) => role === 'owner');
      if (owner) await updateSpaceOwner(tx, space_id, owner.user_id, nowIso());
    },
    postCreated: (tx, { space_id, user_id, created_at }) =>
      completeTask(tx, { space_id, user_id, task_type: 'post', at: created_at }),
  },
  jobs: ({ db }) => [countActiveMembersJob(db)],
};
