import type { Viewer } from '#server/platform/access.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { publishAll, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { recordAudit } from '../../audit/index.ts';
import { denialReasonForRoleChange } from '../members.policy.ts';
import { countMembers } from '../members.queries.ts';
import { lockRoles } from '../membership-lock.ts';
import { changeRoles } from './change-roles.ts';

/** Makes a member an admin, or an admin a member. Publishes it to them and to everyone in the space. */
export async function setMemberRole(
  context: HookContext & { db: Database },
  viewer: Viewer,
  spaceId: string,
  userId: string,
  role: 'admin' | 'member',
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
    const actor = { user_id: viewer.user_id, role: roles.roleOf(viewer.user_id) };
    if (actor.role === null) throw new AppError('membership_required');
    const currentRole = roles.roleOf(userId);
    if (currentRole === null)
      throw new AppError(actor.role === 'member' ? 'role_change_not_allowed' : 'member_not_found');
    const denialReason = denialReasonForRoleChange(actor, { user_id: userId, role: currentRole });
    if (denialReason) throw new AppError(denialReason);
    if (!roles.member(userId)) throw new AppError('member_not_found');
    if (currentRole === role) return;
    const [member_count] = await Promise.all([
      countMembers(tx, spaceId),
      changeRoles(tx, context, spaceId, [{ user_id: userId, role }]),
      recordAudit(tx, {
        space_id: spaceId,
        actor_id: viewer.user_id,
        action: 'member_role_changed',
        target_user_id: userId,
        details: { role },
      }),
    ]);
    await publishAll(tx, [
      { channel: userChannel(userId), type: 'membership.changed', payload: { space_id: spaceId, role } },
      {
        channel: spaceChannel(spaceId),
        type: 'space.member_count_changed',
        payload: { space_id: spaceId, member_count },
      },
    ]);
  });
}
