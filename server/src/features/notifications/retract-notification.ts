import type { NotificationType } from '#contract/features/notifications/notification-types.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { toBatchKey } from './batch-key.ts';
import { findUnreadOfActor, lockList, removeActor } from './notifications.queries.ts';
import { publishChanged, removeFromList } from './publish-notification.ts';
import { deleteRemovedOfActor, hasRemovedOfActor } from './removed-notifications.queries.ts';

/**
 * Removes an actor from the unread notification of an action that they take back; deletes the notification if no
 * other actor is left. Call it last, in the same transaction, for types that are merged by target. A notification that
 * was read stays, so that repeating the action doesn't notify again.
 */
export async function retractNotification(
  tx: Tx,
  of: {
    type: NotificationType;
    space_id: string;
    user_id: string;
    actor_id: string;
    target: { id: string; post_id?: string | null };
  },
): Promise<void> {
  const { user_id, actor_id } = of;
  const batch_key = toBatchKey(of.type, { ...of, at: nowIso() });
  if (batch_key === null) throw new Error(`Notifications of type ${of.type} can't be retracted`);
  const merged = { user_id, actor_id, batch_key };
  if (!(await findUnreadOfActor(tx, merged)) && !(await hasRemovedOfActor(tx, merged))) return;
  const version = await lockList(tx, user_id);
  // What the user removed can't be put back with this actor.
  await deleteRemovedOfActor(tx, merged);
  // It may have been read before the lock was taken.
  const id = await findUnreadOfActor(tx, merged);
  if (!id) return;
  if ((await removeActor(tx, id, actor_id, version)) > 0) await publishChanged(tx, user_id, [id]);
  else await removeFromList(tx, user_id, id, version);
}
