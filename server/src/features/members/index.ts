import type { Feature } from '#server/platform/feature.ts';
import { spaceLocators } from './members.access.ts';
import { memberRoutes } from './members.routes.ts';

export { askToJoin, decideJoinRequest } from './ask-to-join.ts';
export { banMemberInTx, whenBanned } from './ban-member.ts';
export { removeMember, whenMembershipEnds } from './end-membership.ts';
export { joinSpace } from './join-space.ts';
export { createLocator, findSpaceContext, requireActiveMember } from './members.access.ts';
export { denialReasonForRemoval, type Role } from './members.policy.ts';
export { insertMember } from './members.queries.ts';
export { setMemberRole } from './set-member-role.ts';

export const members: Feature = { name: 'members', locators: spaceLocators, routes: memberRoutes };
