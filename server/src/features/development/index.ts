import type { Feature } from '#server/platform/feature.ts';
import { demoPeopleRoutes } from './development.routes.ts';

export { demoEmailEnding } from './development.policy.ts';

/** Pages that help on a developer's machine, and are absent where people live. */
export const development: Feature = { name: 'development', plainRoutes: demoPeopleRoutes };
