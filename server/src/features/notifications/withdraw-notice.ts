import type { Tx } from '#server/platform/db/database.ts';
import { lockList, selectUnreadOfActor, updateWithoutActor } from './notifications.queries.ts';
import { takeOffList, tellChanged } from './tell-list.ts';

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
  if ((await updateWithoutActor(tx, id, of.actor_id, version)) > 0) await tellChanged(tx, of.user_id, id);
  else await takeOffList(tx, of.user_id, id, version);
}
