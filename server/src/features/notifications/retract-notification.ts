import type { Tx } from '#server/platform/db/database.ts';
import { findUnreadOfActor, lockList, removeActor } from './notifications.queries.ts';
import { publishChanged, removeFromList } from './publish-notification.ts';

/**
 * Removes an actor from the unread notification of an action that they take back; deletes the notification if no
 * other actor is left. Call it last, in the same transaction. A notification that was read stays, so that repeating
 * the action doesn't notify again.
 */
export async function retractNotification(
  tx: Tx,
  of: { user_id: string; batch_key: string; actor_id: string },
): Promise<void> {
  if (!(await findUnreadOfActor(tx, of))) return;
  const version = await lockList(tx, of.user_id);
  // It may have been read before the lock was taken.
  const id = await findUnreadOfActor(tx, of);
  if (!id) return;
  if ((await removeActor(tx, id, of.actor_id, version)) > 0) await publishChanged(tx, of.user_id, id);
  else await removeFromList(tx, of.user_id, id, version);
}
