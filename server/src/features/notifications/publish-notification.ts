import type { Tx } from '#server/platform/db/database.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { countUnread, deleteNotification, listNotificationsByIds } from './notifications.queries.ts';

/** Tells a person that an entry of their list, which this transaction holds and has changed, is another one now. */
export async function publishChanged(tx: Tx, userId: string, id: string): Promise<void> {
  const [notification] = await listNotificationsByIds(tx, [id]);
  const { unread_count } = await countUnread(tx, userId);
  if (notification)
    await publish(tx, userTopic(userId), 'notification.changed', { notification, unread_count });
}

/** Takes an entry off a person's list, which this transaction holds in `version`, and tells them; false when it was not there. */
export async function removeFromList(tx: Tx, userId: string, id: string, version: number): Promise<boolean> {
  if (!(await deleteNotification(tx, userId, id))) return false;
  const { unread_count } = await countUnread(tx, userId);
  const payload = { notification_id: id, unread_count, version };
  await publish(tx, userTopic(userId), 'notification.removed', payload);
  return true;
}
