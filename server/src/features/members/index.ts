import type { Feature } from '#server/platform/feature.ts';
import { spaceLocators } from './members.access.ts';
import { memberRoutes } from './members.routes.ts';

export { banMemberInTx } from './ban-member.ts';
export { removeMember } from './end-membership.ts';
export { joinSpace } from './join-space.ts';
export { createLocator, findSpaceContext, requireActiveMember } from './members.access.ts';
export { denialReasonForRemoval, type Role } from './members.policy.ts';
export { decideJoinRequest, requestToJoin } from './request-to-join.ts';
export { setMemberRole } from './set-member-role.ts';
export { startMembership } from './start-membership.ts';

export const members: Feature = { name: 'members', locators: spaceLocators, routes: memberRoutes };
