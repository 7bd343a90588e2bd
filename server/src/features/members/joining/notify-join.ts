import type { NotificationParams } from '#contract/features/notifications/notification-params.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { notify } from '../../notifications/index.ts';

/** Notifies moderators that someone joined or requested to join. Call it last: it locks notification lists. */
export async function notifyJoin(
  tx: Tx,
  spaceId: string,
  userId: string,
  event: NotificationParams<'space_join'>['event'],
  moderators: string[],
): Promise<void> {
  await notify(tx, {
    space_id: spaceId,
    actor_id: userId,
    notifications: [
      {
        type: 'space_join',
        user_ids: moderators,
        params: { event },
        target: { kind: 'space', id: spaceId },
      },
    ],
  });
}
