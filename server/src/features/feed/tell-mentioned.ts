import type { Tx } from '#server/platform/db/database.ts';
import { noteMentions } from '../mentions/index.ts';

/** Notes whom a post names. */
export async function tellMentioned(
  tx: Tx,
  post: { id: string; space_id: string; user_id: string },
  mentioned: string[],
  at: string,
): Promise<void> {
  await noteMentions(tx, {
    space_id: post.space_id,
    post_id: post.id,
    comment_id: null,
    mentioned_by: post.user_id,
    user_ids: mentioned,
    at,
  });
}
