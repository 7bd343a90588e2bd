import type { Tx } from '#server/platform/db/database.ts';
import { toPlainText } from '#server/platform/text/rich-text.ts';
import { recordMentions } from '../../mentions/index.ts';
import { notify } from '../../notifications/index.ts';

/**
 * Records the people mentioned in a post and notifies those who had not been mentioned in it before. Call it last: it
 * locks notification lists.
 */
export async function notifyMentioned(
  tx: Tx,
  post: { id: string; space_id: string; user_id: string; title: string; body: string },
  mentioned: string[],
  at: string,
): Promise<void> {
  const user_ids = await recordMentions(tx, {
    space_id: post.space_id,
    target: { kind: 'post', id: post.id },
    mentioned_by: post.user_id,
    user_ids: mentioned,
    at,
  });
  await notify(tx, {
    space_id: post.space_id,
    actor_id: post.user_id,
    notifications: [
      {
        type: 'mention',
        user_ids,
        text: toPlainText(post.body) || post.title,
        target: { kind: 'post', id: post.id, post_id: post.id },
      },
    ],
  });
}
