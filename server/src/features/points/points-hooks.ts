import type { FeatureHooks } from '#server/platform/lifecycle.ts';
import { revokePointsFor, voidPointsOfMember } from './award-point.ts';
import { markFormerMember, updateRanked, upsertMember } from './points.queries.ts';

/** Keeps members' points true when memberships and content change. */
export const pointsHooks: FeatureHooks = {
  membershipStarted: (tx, membership) => upsertMember(tx, membership),
  rolesChanged: (tx, { space_id, changes }) => updateRanked(tx, space_id, changes),
  // A member who leaves voluntarily keeps the points that they gave and received, because they may come back.
  membershipEnded: async (tx, { space_id, user_id, reason }) => {
    if (reason !== 'left') await voidPointsOfMember(tx, space_id, user_id);
    await markFormerMember(tx, space_id, user_id);
  },
  memberBanned: async (tx, { space_id, user_id, was }) => {
    if (was === 'former_member') await voidPointsOfMember(tx, space_id, user_id);
  },
  postDeleted: (tx, { space_id, user_id, post_id }) =>
    revokePointsFor(tx, { space_id, author_id: user_id, target_id: post_id }),
  commentDeleted: (tx, { space_id, user_id, comment_id }) =>
    revokePointsFor(tx, { space_id, author_id: user_id, target_id: comment_id }),
};
