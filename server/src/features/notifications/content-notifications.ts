import type { Target } from '#contract/values/targets.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { LifecycleEvents } from '#server/platform/lifecycle.ts';
import { toPlainText } from '#server/platform/text/rich-text.ts';
import { recordMentions } from '../mentions/index.ts';
import { type NotificationInput, notify } from './notify.ts';

/** Records the people mentioned in a text and returns the notification for those who weren't mentioned in it before. */
async function toMention(
  tx: Tx,
  target: Target<'post' | 'comment'> & { post_id: string },
  written: { space_id: string; user_id: string; mentioned: string[]; text: string; at: string },
): Promise<NotificationInput> {
  const { space_id, user_id, mentioned, text, at } = written;
  const { kind, id } = target;
  const mention = { space_id, target: { kind, id }, mentioned_by: user_id };
  const user_ids = await recordMentions(tx, { ...mention, user_ids: mentioned, at });
  return { type: 'mention', user_ids, text, target };
}

/** Notifies the people who are newly mentioned in a post. */
export async function notifyOfPost(
  tx: Tx,
  post: Omit<LifecycleEvents['postUpdated'], 'edited_at'>,
  at: string,
): Promise<void> {
  const { space_id, post_id, user_id, mentioned } = post;
  const text = toPlainText(post.body) || post.title;
  const target = { kind: 'post', id: post_id, post_id } as const;
  const mention = await toMention(tx, target, { space_id, user_id, mentioned, text, at });
  await notify(tx, { space_id, actor_id: user_id, notifications: [mention] });
}

/**
 * Notifies the people who are newly mentioned in a comment, then the author of the comment that it replies to and the
 * author of the post or page.
 */
export async function notifyOfComment(
  tx: Tx,
  comment: Omit<LifecycleEvents['commentUpdated'], 'edited_at'>,
  at: string,
  authors: Pick<LifecycleEvents['commentCreated'], 'below' | 'post_author_id' | 'parent_author_id'> | null,
): Promise<void> {
  const { space_id, post_id, comment_id, user_id, text, mentioned } = comment;
  const target = { kind: 'comment', id: comment_id, post_id } as const;
  const reply = { type: 'comment_reply', text, target } as const;
  const notifications: NotificationInput[] = [
    await toMention(tx, target, { space_id, user_id, mentioned, text, at }),
  ];
  if (authors?.parent_author_id)
    notifications.push({ ...reply, user_ids: [authors.parent_author_id], params: { to: 'comment' } });
  if (authors?.post_author_id)
    notifications.push({ ...reply, user_ids: [authors.post_author_id], params: { to: authors.below } });
  // Comments choose them.
  await notify(tx, { space_id, actor_id: user_id, notifications, are_readers: true });
}
