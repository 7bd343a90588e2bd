import type { FeatureHooks } from '#server/platform/lifecycle.ts';
import { revokePointsFor, voidPointsOfMember } from './award-like-point.ts';
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
  postDeleted: (tx, { post_id }) => revokePointsFor(tx, 'post_like', post_id),
  commentDeleted: (tx, { comment_id }) => revokePointsFor(tx, 'comment_like', comment_id),
};
