import type { Viewer } from '#server/platform/access.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, spaceTopic, userTopic } from '#server/platform/live/publish.ts';
import { recordAudit } from '../audit/index.ts';
import type { NotificationContext, NotificationMailer } from '../notifications/index.ts';
import { voidPointsOfMember } from '../points/index.ts';
import { denialReasonForRemoval } from './members.policy.ts';
import { countMembers, deleteMember } from './members.queries.ts';
import { type LockedRoles, lockRoles } from './membership-lock.ts';

type AfterEnd = (tx: Tx, spaceId: string, userId: string, mailer: NotificationMailer) => Promise<void>;
const endings: AfterEnd[] = [];

/** Adds what a feature does, in the same transaction, when somebody leaves a space, is removed or banned. */
export function whenMembershipEnds(run: AfterEnd): void {
  endings.push(run);
}

/** Runs what follows from the end of a membership and publishes it. */
export async function announceEnd(
  tx: Tx,
  mailer: NotificationMailer,
  spaceId: string,
  userId: string,
): Promise<void> {
  for (const run of endings) await run(tx, spaceId, userId, mailer);
  await publish(tx, userTopic(userId), 'membership.changed', { space_id: spaceId, role: null });
  await publish(tx, spaceTopic(spaceId), 'space.member_count_changed', {
    space_id: spaceId,
    member_count: await countMembers(tx, spaceId),
  });
}

/** Leaves a space; the owner cannot. */
export async function leaveSpace(
  context: NotificationContext,
  viewer: Viewer,
  spaceId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id]);
    if (roles.owner_id === viewer.user_id) throw new AppError('owner_cannot_leave');
    const member = roles.member(viewer.user_id);
    if (member?.status !== 'active') throw new AppError('membership_required');
    await deleteMember(tx, member.id);
    await announceEnd(tx, context, spaceId, viewer.user_id);
  });
}

/**
 * Checks that the viewer may end this membership, by the roles that the transaction holds. Someone who is no member
 * anymore counts as a plain member.
 * @throws AppError `membership_required` and the refusals of `denialReasonForRemoval`
 */
export function requireMayEnd(roles: LockedRoles, viewer: Viewer, userId: string): void {
  const actor = { user_id: viewer.user_id, role: roles.roleOf(viewer.user_id) };
  if (actor.role === null) throw new AppError('membership_required');
  const denialReason = denialReasonForRemoval(actor, {
    user_id: userId,
    role: roles.roleOf(userId) ?? 'member',
  });
  if (denialReason) throw new AppError(denialReason);
}

/** Removes a member. What they were hearing and seeing ends as the removal commits; they may join again. */
export async function removeMember(
  context: NotificationContext,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
    requireMayEnd(roles, viewer, userId);
    const member = roles.member(userId);
    if (member?.status !== 'active') throw new AppError('member_not_found');
    await voidPointsOfMember(tx, spaceId, userId);
    await deleteMember(tx, member.id);
    await announceEnd(tx, context, spaceId, userId);
    await recordAudit(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      action: 'member_removed',
      target_user_id: userId,
    });
  });
}
