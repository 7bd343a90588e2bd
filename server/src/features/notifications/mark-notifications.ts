import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { countUnread, type UnreadCount } from './entries.queries.ts';
import {
  hasNotification,
  listMarkable,
  listRead,
  listUnreadOfPost,
  lockList,
  lockLists,
  markAllRead,
  markRead,
  markUnread,
  type SeenPost,
} from './notifications.queries.ts';
import { publishChanged, removeFromList } from './publish-notification.ts';
import { hasRemoved, keepRemoved, restoreRemoved } from './removed-notifications.queries.ts';

/** How long a removal can be undone, in milliseconds. */
export const undoTime = 60 * 60_000;

/**
 * Marks these entries of a user as read and publishes that. Returns the count. Writes nothing if there are none, so that nothing
 * is locked for nothing. Another request may have marked some of them until the lock; only the others are published.
 */
export async function markThese(
  tx: Tx,
  userId: string,
  ids: string[],
  clicked: boolean,
): Promise<UnreadCount> {
  if (ids.length === 0) return await countUnread(tx, userId);
  const version = await lockList(tx, userId);
  const marked = await markRead(tx, userId, ids, { clicked, version });
  const unread = await countUnread(tx, userId);
  const payload = { notification_ids: marked, clicked, ...unread };
  if (marked.length > 0) await publish(tx, userChannel(userId), 'notification.read', payload);
  return unread;
}

/** Marks the user's notifications as read. Ids of other users, or of notifications already read, change nothing. */
export async function markAsRead(
  db: Database,
  userId: string,
  ids: string[],
  clicked: boolean,
): Promise<UnreadCount> {
  return await db
    .transaction()
    .execute(
      async (tx) => await markThese(tx, userId, await listMarkable(tx, userId, ids, clicked), clicked),
    );
}

/** Marks what the user was notified of about a post and its comments, of those that they see, as read. Writes nothing if none is unread. */
export async function markOfPostAsRead(db: Database, userId: string, seen: SeenPost): Promise<UnreadCount> {
  return await db
    .transaction()
    .execute(async (tx) => await markThese(tx, userId, await listUnreadOfPost(tx, userId, seen), false));
}

/** Marks the user's notifications as unread. Ids of other users, or of unread notifications, change nothing. */
export async function markAsUnread(db: Database, userId: string, ids: string[]): Promise<UnreadCount> {
  return await db.transaction().execute(async (tx) => {
    // Checked first, so that nothing is locked for nothing.
    if ((await listRead(tx, userId, ids)).length === 0) return await countUnread(tx, userId);
    await lockLists(tx, [userId]);
    // Until the lock, something new may have made them unread: it stays queued.
    const read = await listRead(tx, userId, ids);
    if (read.length > 0) {
      const version = await lockList(tx, userId);
      await markUnread(tx, userId, read, version);
      await publishChanged(tx, userId, read, { isKept: true });
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
    await publishChanged(tx, userId, [id], { isKept: true });
    return true;
  });
}
