import type { Tx } from '#server/platform/db/database.ts';
import { toPlainText } from '#server/platform/text/rich-text.ts';
import { noteMentions } from '../mentions/index.ts';
import { notify } from '../notifications/index.ts';

/** Notes whom a post names and tells those who had not been named in it before. Called last: it locks people's lists. */
export async function notifyMentioned(
  tx: Tx,
  post: { id: string; space_id: string; user_id: string; title: string; body: string },
  mentioned: string[],
  at: string,
): Promise<void> {
  const user_ids = await noteMentions(tx, {
    space_id: post.space_id,
    post_id: post.id,
    comment_id: null,
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
        title: 'mentioned you in a post',
        content_preview: toPlainText(post.body) || post.title,
        target: { type: 'post', id: post.id, post_id: post.id },
      },
    ],
  });
}
