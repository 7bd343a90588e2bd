import type { Tx } from '#server/platform/db/database.ts';
import { forgetNotifications } from '../../notifications/index.ts';
import { listOthersOfDay } from './fan-out.queries.ts';
import { newPostCopy } from './post-copy.ts';

/** Lists changed in one transaction. */
const entriesAtOnce = 100;

/**
 * Takes a deleted post off people's lists, some at a time, and answers whether more are left. An entry that tells of other
 * posts of that day leads to the latest of those that are left.
 */
export async function forgetPost(
  tx: Tx,
  post: { id: string; space_id: string; user_id: string; created_at: string },
): Promise<boolean> {
  const [latest, another] = await listOthersOfDay(tx, post);
  return await forgetNotifications(tx, post.id, {
    at_most: entriesAtOnce,
    instead: latest
      ? { post_id: latest.id, title: newPostCopy(another !== undefined), content_preview: latest.title }
      : null,
  });
}
