import type { Tx } from '#server/platform/db/database.ts';
import { findUnreadOfActor, lockList, removeActor } from './notifications.queries.ts';
import { publishChanged, removeFromList } from './publish-notification.ts';

/**
 * For whoever takes an act back, in the same transaction and last: an entry that still tells of it unread does so no
 * longer, and goes when it told of nobody else. What was read stays, so that doing it again tells nobody anew.
 */
export async function retractNotification(
  tx: Tx,
  of: { user_id: string; batch_key: string; actor_id: string },
): Promise<void> {
  if (!(await findUnreadOfActor(tx, of))) return;
  const version = await lockList(tx, of.user_id);
  // It may have been read until the list was held.
  const id = await findUnreadOfActor(tx, of);
  if (!id) return;
  if ((await removeActor(tx, id, of.actor_id, version)) > 0) await publishChanged(tx, of.user_id, id);
  else await removeFromList(tx, of.user_id, id, version);
}
