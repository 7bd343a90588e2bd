import type { Tx } from '#server/platform/db/database.ts';
import { deleteNotificationsFor, retractBroadcastsOf } from '../../notifications/index.ts';
import { listOthersOfDay } from './fan-out.queries.ts';

/** Notifications changed in one transaction. */
const batchSize = 100;

/**
 * Deletes a batch of a deleted post's notifications and returns whether more are left. A notification that covers other
 * posts of that day is kept and links to the latest of them.
 */
export async function retractPostNotifications(
  tx: Tx,
  post: { id: string; space_id: string; user_id: string; created_at: string },
): Promise<boolean> {
  const [latest, another] = await listOthersOfDay(tx, post);
  const redirect_to = latest
    ? ({
        type: 'new_post',
        params: { several: another !== undefined },
        target: { id: latest.id, post_id: latest.id },
        text: latest.title,
      } as const)
    : null;
  if (await deleteNotificationsFor(tx, post.id, { limit: batchSize, redirect_to })) return true;
  return await retractBroadcastsOf(tx, post, redirect_to);
}
