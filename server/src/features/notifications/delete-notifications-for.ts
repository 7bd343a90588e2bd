import type { Tx } from '#server/platform/db/database.ts';
import { toExcerpt } from '#server/platform/text/rich-text.ts';
import { clearPreview, clearRedirectedPreview, listAbout, lockList } from './notifications.queries.ts';
import { previewLength } from './notify.ts';
import { publishChanged, removeFromList } from './publish-notification.ts';
import { type RecipientText, toText } from './recipient-text.ts';

interface DeleteOptions {
  /** The most notifications to change in this transaction; all of them by default. */
  limit?: number;
  /** The post that merged `new_post` notifications point to from now on; without it they are deleted. */
  redirect_to?: { post_id: string; title: RecipientText; content_preview: string } | null;
}

/**
 * Deletes the notifications about a post, comment or event that is being deleted. Call it last, in the same
 * transaction. A notification that also covers comments of other people, or other posts of the same author, is kept
 * without its preview or redirected; notifications that a moderator removed something are kept as they are. Returns
 * whether there may be more than `limit`.
 */
export async function deleteNotificationsFor(
  tx: Tx,
  targetId: string,
  { limit, redirect_to }: DeleteOptions = {},
): Promise<boolean> {
  const about = await listAbout(tx, targetId, limit ?? null);
  for (const { id, user_id, type, has_other_actors, locale } of about) {
    const version = await lockList(tx, user_id);
    const redirect = type === 'new_post' && redirect_to ? redirect_to : null;
    if (redirect || has_other_actors) {
      if (redirect) {
        const content_preview = toExcerpt(redirect.content_preview, previewLength);
        const title = toText(redirect.title, locale);
        await clearRedirectedPreview(tx, id, { ...redirect, title, content_preview }, version);
      } else await clearPreview(tx, id, version);
      await publishChanged(tx, user_id, id);
    } else await removeFromList(tx, user_id, id, version);
  }
  return limit !== undefined && about.length === limit;
}
