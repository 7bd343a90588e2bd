import type { Feature } from '#server/platform/feature.ts';
import { spaceRoutes } from './spaces.routes.ts';

export { selectCategories } from './spaces.queries.ts';

export const spaces: Feature = { name: 'spaces', routes: spaceRoutes };
