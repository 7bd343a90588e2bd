import type { Tx } from '#server/platform/db/database.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { countUnread, listEntries } from './entries.queries.ts';
import { deleteNotification } from './notifications.queries.ts';

/**
 * Publishes a changed notification to its user. The caller has changed it in this transaction and holds the lock on
 * the list.
 */
export async function publishChanged(tx: Tx, userId: string, id: string): Promise<void> {
  const [notification] = await listEntries(tx, [{ id, user_id: userId }]);
  const { unread_count } = await countUnread(tx, userId);
  if (notification)
    await publish(tx, userChannel(userId), 'notification.changed', { notification, unread_count });
}

/**
 * Deletes a notification from a list that this transaction has locked at `version`, and publishes that. Returns false
 * if it didn't exist.
 */
export async function removeFromList(tx: Tx, userId: string, id: string, version: number): Promise<boolean> {
  if (!(await deleteNotification(tx, userId, id))) return false;
  const { unread_count } = await countUnread(tx, userId);
  const payload = { notification_id: id, unread_count, version };
  await publish(tx, userChannel(userId), 'notification.removed', payload);
  return true;
}
