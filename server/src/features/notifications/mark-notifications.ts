import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { countUnread, type UnreadCount } from './entries.queries.ts';
import { hasNotification, listMarkable, lockList, markAllRead, markRead } from './notifications.queries.ts';
import { publishChanged, removeFromList } from './publish-notification.ts';
import { hasRemoved, keepRemoved, restoreRemoved } from './removed-notifications.queries.ts';

/** How long a removal can be undone, in milliseconds. */
export const undoTime = 60 * 60_000;

/** Marks the user's notifications as read. Ids of other users, or of notifications already read, change nothing. */
export async function markAsRead(
  db: Database,
  userId: string,
  ids: string[],
  clicked: boolean,
): Promise<UnreadCount> {
  return await db.transaction().execute(async (tx) => {
    const markable = await listMarkable(tx, userId, ids, clicked);
    if (markable.length > 0) {
      const version = await lockList(tx, userId);
      await markRead(tx, userId, markable, { clicked, version });
      const { unread_count } = await countUnread(tx, userId);
      await publish(tx, userChannel(userId), 'notification.read', {
        notification_ids: markable,
        clicked,
        unread_count,
        version,
      });
    }
    return await countUnread(tx, userId);
  });
}

/** Marks all of the user's notifications as read. Writes nothing if none is unread. */
export async function markAllAsRead(db: Database, userId: string): Promise<UnreadCount> {
  return await db.transaction().execute(async (tx) => {
    const before = await countUnread(tx, userId);
    if (before.unread_count === 0) return before;
    const version = await lockList(tx, userId);
    await markAllRead(tx, userId, version);
    await publish(tx, userChannel(userId), 'notification.read', {
      notification_ids: null,
      clicked: false,
      unread_count: 0,
      version,
    });
    return await countUnread(tx, userId);
  });
}

/** Deletes one of the user's notifications, which they can undo. Does nothing if it doesn't exist. */
export async function removeNotification(db: Database, userId: string, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Checked first, so that a missing notification raises no version and publishes no count.
    if (!(await hasNotification(tx, userId, id))) return;
    const version = await lockList(tx, userId);
    await keepRemoved(tx, userId, id, nowIso());
    await removeFromList(tx, userId, id, version);
  });
}

/**
 * Puts a notification that the user removed back into their list. Returns false if it was removed too long ago, its
 * content was deleted, or another one has taken its place.
 */
export async function restoreNotification(db: Database, userId: string, id: string): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const since = new Date(nowMs() - undoTime).toISOString();
    // Checked first, so that a missing notification raises no version.
    if (!(await hasRemoved(tx, userId, id, since))) return false;
    const version = await lockList(tx, userId);
    if (!(await restoreRemoved(tx, userId, id, { since, version }))) return false;
    await publishChanged(tx, userId, id);
    return true;
  });
}
