import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, spaceTopic, userTopic } from '#server/platform/live/publish.ts';
import { refusalToRemove } from './members.policy.ts';
import { deleteMember, selectMemberCount, selectMemberForUpdate } from './members.queries.ts';

async function endMembership(
  tx: Tx,
  spaceId: string,
  member: { id: string; user_id: string },
): Promise<void> {
  await deleteMember(tx, member.id);
  await publish(tx, userTopic(member.user_id), 'membership.changed', { space_id: spaceId, role: null });
  await publish(tx, spaceTopic(spaceId), 'space.members', {
    space_id: spaceId,
    member_count: await selectMemberCount(tx, spaceId),
  });
}

/** Leaves a space; the owner cannot. */
export async function leaveSpace(db: Database, viewer: Viewer, scope: SpaceScope): Promise<void> {
  if (scope.role === 'owner') throw new AppError('owner_cannot_leave');
  await db.transaction().execute(async (tx) => {
    const member = await selectMemberForUpdate(tx, scope.space_id, viewer.user_id);
    if (member?.status !== 'active') throw new AppError('membership_required');
    await endMembership(tx, scope.space_id, member);
  });
}

/** Removes a member. What they were hearing and seeing ends as the removal commits. */
export async function removeMember(
  db: Database,
  viewer: Viewer,
  scope: SpaceScope,
  userId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const member = await selectMemberForUpdate(tx, scope.space_id, userId);
    if (member?.status !== 'active') throw new AppError('member_not_found');
    const target = { user_id: userId, role: userId === scope.owner_id ? ('owner' as const) : member.role };
    const refusal = refusalToRemove({ user_id: viewer.user_id, role: scope.role }, target);
    if (refusal) throw new AppError(refusal);
    await endMembership(tx, scope.space_id, member);
  });
}
