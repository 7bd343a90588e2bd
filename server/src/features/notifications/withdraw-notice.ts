import type { Tx } from '#server/platform/db/database.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import {
  deleteNotification,
  lockList,
  selectNotificationsByIds,
  selectUnreadCount,
  selectUnreadOfActor,
  updateWithoutActor,
} from './notifications.queries.ts';

/**
 * For whoever takes an act back, in the same transaction and last: an entry that still tells of it unread does so no
 * longer, and goes when it told of nobody else. What was read stays, so that doing it again tells nobody anew.
 */
export async function withdrawNotice(
  tx: Tx,
  of: { user_id: string; batch_key: string; actor_id: string },
): Promise<void> {
  if (!(await selectUnreadOfActor(tx, of))) return;
  const version = await lockList(tx, of.user_id);
  // It may have been read until the list was held.
  const id = await selectUnreadOfActor(tx, of);
  if (!id) return;
  const topic = userTopic(of.user_id);
  if ((await updateWithoutActor(tx, id, of.actor_id, version)) > 0) {
    const [notification] = await selectNotificationsByIds(tx, [id]);
    const { unread_count } = await selectUnreadCount(tx, of.user_id);
    if (notification) await publish(tx, topic, 'notification.changed', { notification, unread_count });
    return;
  }
  await deleteNotification(tx, of.user_id, id);
  const { unread_count } = await selectUnreadCount(tx, of.user_id);
  await publish(tx, topic, 'notification.removed', { notification_id: id, unread_count, version });
}
