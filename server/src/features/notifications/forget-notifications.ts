import type { Tx } from '#server/platform/db/database.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import {
  deleteNotification,
  lockList,
  selectAbout,
  selectNotificationsByIds,
  selectUnreadCount,
  updatePreviewEmptied,
} from './notifications.queries.ts';

/**
 * For whoever deletes a post, comment or event, in the same transaction and last: entries about it leave their lists. One
 * that tells of other people's comments too stays, without the words that are gone.
 */
export async function forgetNotifications(tx: Tx, thingId: string): Promise<void> {
  for (const { id, user_id, tells_of_others } of await selectAbout(tx, thingId)) {
    const version = await lockList(tx, user_id);
    if (tells_of_others) {
      await updatePreviewEmptied(tx, id, version);
      const [notification] = await selectNotificationsByIds(tx, [id]);
      const { unread_count } = await selectUnreadCount(tx, user_id);
      if (notification)
        await publish(tx, userTopic(user_id), 'notification.changed', { notification, unread_count });
    } else if (await deleteNotification(tx, user_id, id)) {
      const { unread_count } = await selectUnreadCount(tx, user_id);
      await publish(tx, userTopic(user_id), 'notification.removed', {
        notification_id: id,
        unread_count,
        version,
      });
    }
  }
}
