import type { Feature } from '#server/platform/feature.ts';
import { demoPeopleRoutes } from './development.routes.ts';

export { demoEmailDomain } from './development.policy.ts';

/** Pages for local development. They do not exist in production. */
export const development: Feature = { name: 'development', plainRoutes: demoPeopleRoutes };
