import type { Feature } from '#server/platform/feature.ts';
import { joinRequestApprovedEmail } from './joining/join-request-approved.email.ts';
import { joinRequestDeclinedEmail } from './joining/join-request-declined.email.ts';
import { memberTargets, spaceLocators } from './members.access.ts';
import { memberRoutes } from './members.routes.ts';
import { listWatchableInSpace } from './presence/presence.queries.ts';
import { recordPresence } from './presence/record-presence.ts';

export { banMemberInTx } from './bans/ban-member.ts';
export { removeMember } from './end-membership.ts';
export { joinSpace } from './joining/join-space.ts';
export { decideJoinRequest, requestToJoin } from './joining/request-to-join.ts';
export { createLocator, findSpaceContext, requireActiveMember } from './members.access.ts';
export { denialReasonForRemoval, type Role } from './members.policy.ts';
export { setMemberRole } from './roles/set-member-role.ts';
export { startMembership } from './start-membership.ts';
export { newMembersSince, viewerWelcome } from './welcome/welcome.queries.ts';

export const members: Feature = {
  name: 'members',
  targets: memberTargets,
  locators: { subdomain: spaceLocators.subdomain },
  routes: memberRoutes,
  emails: [joinRequestApprovedEmail, joinRequestDeclinedEmail],
  recordPresence,
  watchable: {
    inSpace:
      ({ db }) =>
      async ({ user_id }, space_id, user_ids) =>
        space_id === null ? [] : await listWatchableInSpace(db, { space_id, viewer_id: user_id, user_ids }),
  },
};
