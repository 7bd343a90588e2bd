import type { Tx } from '#server/platform/db/database.ts';
import { publish, publishAll, userChannel } from '#server/platform/live/publish.ts';
import { countUnread, listEntries } from './entries.queries.ts';
import { hideClosed } from './hide-closed.ts';
import { deleteNotification } from './notifications.queries.ts';

/**
 * Publishes notifications to their user that have changed without being news. `isKept` says that those that are unread now are
 * so because their user wants that. The caller has changed them in this transaction and holds the lock on the list.
 */
export async function publishChanged(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  { isKept = false } = {},
): Promise<void> {
  const rows = await listEntries(
    tx,
    ids.map((id) => ({ id, user_id: userId })),
  );
  const entries = await hideClosed(tx, rows);
  const { unread_count } = await countUnread(tx, userId);
  await publishAll(
    tx,
    entries.map((notification) => ({
      channel: userChannel(userId),
      type: 'notification.changed',
      payload: {
        notification,
        is_news: false,
        is_kept_unread: isKept && !notification.read,
        unread_count,
      },
    })),
  );
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
