import type { Viewer } from '#server/platform/access.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { publishAll, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { recordAudit } from '../audit/index.ts';
import { denialReasonForRemoval } from './members.policy.ts';
import { countMembers, type LockedMember } from './members.queries.ts';
import { type LockedRoles, lockRoles } from './membership-lock.ts';
import { deleteMember, markMemberBanned } from './memberships.queries.ts';

/** Why a membership ends: the member left, or a moderator removed or banned them. */
type Ending =
  | { reason: 'left' | 'removed' }
  | { reason: 'banned'; ban: { banned_at: string; banned_by: string } };

/** Ends an active membership, whose row the caller has locked, runs the hooks and publishes it. */
export async function endMembership(
  tx: Tx,
  context: HookContext,
  spaceId: string,
  member: LockedMember,
  ending: Ending,
): Promise<void> {
  const { reason } = ending;
  const [, member_count] = await Promise.all([
    ending.reason === 'banned' ? markMemberBanned(tx, member.id, ending.ban) : deleteMember(tx, member.id),
    countMembers(tx, spaceId),
    runHooks(tx, context, 'membershipEnded', { space_id: spaceId, user_id: member.user_id, reason }),
  ]);
  await publishAll(tx, [
    {
      channel: userChannel(member.user_id),
      type: 'membership.changed',
      payload: { space_id: spaceId, role: null },
    },
    {
      channel: spaceChannel(spaceId),
      type: 'space.member_count_changed',
      payload: { space_id: spaceId, member_count },
    },
  ]);
}

/**
 * Ends the viewer's membership; without one, nothing happens.
 * @throws AppError `owner_cannot_leave`, `space_not_found`
 */
export async function leaveSpace(
  context: HookContext & { db: Database },
  viewer: Viewer,
  spaceId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id]);
    if (roles.owner_id === viewer.user_id) throw new AppError('owner_cannot_leave');
    const member = roles.member(viewer.user_id);
    if (member?.status !== 'active') return;
    await endMembership(tx, context, spaceId, member, { reason: 'left' });
  });
}

/**
 * Checks that the viewer can end this membership, by the locked roles. Former members count as plain members.
 * @throws AppError `membership_required` and the codes of `denialReasonForRemoval`
 */
export function requireCanRemove(roles: LockedRoles, viewer: Viewer, userId: string): void {
  const actor = { user_id: viewer.user_id, role: roles.roleOf(viewer.user_id) };
  if (actor.role === null) throw new AppError('membership_required');
  const denialReason = denialReasonForRemoval(actor, {
    user_id: userId,
    role: roles.roleOf(userId) ?? 'member',
  });
  if (denialReason) throw new AppError(denialReason);
}

/** Removes a member. They lose access and live events when the transaction commits; they can rejoin. */
export async function removeMember(
  context: HookContext & { db: Database },
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
    requireCanRemove(roles, viewer, userId);
    const member = roles.member(userId);
    if (member?.status !== 'active') throw new AppError('member_not_found');
    await endMembership(tx, context, spaceId, member, { reason: 'removed' });
    await recordAudit(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      action: 'member_removed',
      target_user_id: userId,
    });
  });
}
