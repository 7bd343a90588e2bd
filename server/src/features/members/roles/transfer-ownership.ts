import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import { publishAll, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { recordAudit } from '../../audit/index.ts';
import { countMembers } from '../members.queries.ts';
import { lockRoles } from '../membership-lock.ts';
import { startMembership } from '../start-membership.ts';
import { changeRoles } from './change-roles.ts';

/**
 * Makes another active member the owner; the previous owner becomes an admin.
 * @throws AppError `membership_required`, `not_allowed`, `member_not_found`
 */
export async function transferOwnership(
  context: HookContext & { db: Database },
  viewer: Viewer,
  spaceId: string,
  userId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const roles = await lockRoles(tx, spaceId, [viewer.user_id, userId]);
    roles.require('space-owner', viewer.user_id);
    if (userId === viewer.user_id) return;
    if (roles.member(userId)?.status !== 'active') throw new AppError('member_not_found');
    const previous = { user_id: viewer.user_id, role: 'admin' } as const;
    const hasMembership = roles.member(viewer.user_id) !== undefined;
    await changeRoles(tx, context, spaceId, [
      { user_id: userId, role: 'owner' },
      ...(hasMembership ? [previous] : []),
    ]);
    if (!hasMembership)
      await startMembership(tx, context, { space_id: spaceId, ...previous, joined_at: nowIso() });
    const [member_count] = await Promise.all([
      countMembers(tx, spaceId),
      recordAudit(tx, {
        space_id: spaceId,
        actor_id: viewer.user_id,
        action: 'ownership_transferred',
        target_user_id: userId,
      }),
    ]);
    const changed = (id: string, role: 'owner' | 'admin') =>
      ({
        channel: userChannel(id),
        type: 'membership.changed',
        payload: { space_id: spaceId, role },
      }) as const;
    await publishAll(tx, [
      changed(userId, 'owner'),
      changed(viewer.user_id, 'admin'),
      // Two roles have changed in the member list.
      {
        channel: spaceChannel(spaceId),
        type: 'space.member_count_changed',
        payload: { space_id: spaceId, member_count },
      },
    ]);
  });
}
