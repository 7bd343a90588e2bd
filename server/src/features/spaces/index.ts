import type { Feature } from '#server/platform/feature.ts';
import { spaceRoutes } from './spaces.routes.ts';

export { addCategory } from './add-category.ts';
export { createSpace } from './create-space.ts';
export { selectCategories, spaceHasId } from './spaces.queries.ts';
export { updateSpace } from './update-space.ts';

export const spaces: Feature = { name: 'spaces', routes: spaceRoutes };
