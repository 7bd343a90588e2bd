import type { NotificationParams } from '#contract/features/notifications/notification-types.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { OutgoingEvent } from '#server/platform/live/publish.ts';
import { listModerators } from '../../audit/index.ts';
import { writeNotifications } from '../../notifications/index.ts';

/**
 * Notifies the moderators that someone joined or requested to join, except the moderator who approved it. Returns the live
 * events to publish. Call it last: it locks notification lists.
 */
export async function notifyJoin(
  tx: Tx,
  spaceId: string,
  userId: string,
  event: NotificationParams<'space_join'>['event'],
  approvedBy?: string,
): Promise<OutgoingEvent[]> {
  const moderators = await listModerators(tx, spaceId);
  return await writeNotifications(tx, {
    space_id: spaceId,
    actor_id: userId,
    notifications: [
      {
        type: 'space_join',
        user_ids: moderators.filter((id) => id !== approvedBy),
        params: { event },
        target: { kind: 'space', id: spaceId },
      },
    ],
  });
}
