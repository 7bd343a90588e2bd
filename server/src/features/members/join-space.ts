import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, spaceTopic, userTopic } from '#server/platform/live/publish.ts';
import { insertMember, selectMemberCount, selectMemberForUpdate } from './members.queries.ts';

/** Makes the viewer a member of a public free space; says so when they are one already. */
export async function joinSpace(
  db: Database,
  viewer: Viewer,
  scope: SpaceScope,
): Promise<{ success: boolean; message: string; space_id: string }> {
  const { space_id } = scope;
  if (!scope.role && scope.is_private) throw new AppError('join_needs_approval');
  if (!scope.role && scope.is_paid) throw new AppError('join_needs_payment');
  return await db.transaction().execute(async (tx) => {
    const joined = await insertMember(tx, {
      id: newId(),
      space_id,
      user_id: viewer.user_id,
      role: 'member',
      joined_at: nowText(),
    });
    if (!joined) {
      const existing = await selectMemberForUpdate(tx, space_id, viewer.user_id);
      if (existing?.status === 'inactive') throw new AppError('membership_blocked');
      return { success: false, message: 'You are already a member of this space', space_id };
    }
    await publish(tx, userTopic(viewer.user_id), 'membership.changed', { space_id, role: 'member' });
    await publish(tx, spaceTopic(space_id), 'space.members', {
      space_id,
      member_count: await selectMemberCount(tx, space_id),
    });
    return { success: true, message: 'Joined Space', space_id };
  });
}
