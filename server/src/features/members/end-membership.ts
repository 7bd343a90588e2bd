import type { Viewer } from '#server/platform/access.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { recordAudit } from '../audit/index.ts';
import type { NotificationContext, NotificationMailer } from '../notifications/index.ts';
import { voidPointsOfMember } from '../points/index.ts';
import { denialReasonForRemoval } from './members.policy.ts';
import { countMembers, deleteMember } from './members.queries.ts';
import { type LockedRoles, lockRoles } from './membership-lock.ts';

type AfterEnd = (tx: Tx, spaceId: string, userId: string, mailer: NotificationMailer) => Promise<void>;
const endHandlers: AfterEnd[] = [];

/** Registers what a feature does in the same transaction when someone leaves a space, is removed or is banned. */
export function onMembershipEnd(run: AfterEnd): void {
  endHandlers.push(run);
}

/** Runs the registered handlers for the end of a membership and publishes it. */
export async function publishMembershipEnd(
  tx: Tx,
  mailer: NotificationMailer,
  spaceId: string,
  userId: string,
): Promise<void> {
  for (const run of endHandlers) await run(tx, spaceId, userId, mailer);
  await publish(tx, userChannel(userId), 'membership.changed', { space_id: spaceId, role: null });
  await publish(tx, spaceChannel(spaceId), 'space.member_count_changed', {
    space_id: spaceId,
    member_count: await countMembers(tx, spaceId),
  });
}

/**
 * Ends the viewer's membership; without one, nothing happens.
 * @throws AppError `owner_cannot_leave`, `space_not_found`
 */
export async function leaveSpace(
  context: NotificationContext,
  viewer: Viewer,
  spaceId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id]);
    if (roles.owner_id === viewer.user_id) throw new AppError('owner_cannot_leave');
    const member = roles.member(viewer.user_id);
    if (member?.status !== 'active') return;
    await deleteMember(tx, member.id);
    await publishMembershipEnd(tx, context, spaceId, viewer.user_id);
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
  context: NotificationContext,
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
    requireCanRemove(roles, viewer, userId);
    const member = roles.member(userId);
    if (member?.status !== 'active') throw new AppError('member_not_found');
    await voidPointsOfMember(tx, spaceId, userId);
    await deleteMember(tx, member.id);
    await publishMembershipEnd(tx, context, spaceId, userId);
    await recordAudit(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      action: 'member_removed',
      target_user_id: userId,
    });
  });
}
