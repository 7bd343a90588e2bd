import type { Feature } from '#server/platform/feature.ts';
import { spaceLocators } from './members.access.ts';
import { memberRoutes } from './members.routes.ts';

export { createLocator, findScope, requireActiveMember } from './members.access.ts';
export { permissionsOf } from './members.policy.ts';
export { insertMember } from './members.queries.ts';

export const members: Feature = { name: 'members', locators: spaceLocators, routes: memberRoutes };
