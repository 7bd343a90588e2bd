import type { Tx } from '#server/platform/db/database.ts';
import { toExcerpt } from '#server/platform/text/rich-text.ts';
import { clearPreview, clearRedirectedPreview, listAbout, lockList } from './notifications.queries.ts';
import { previewLength } from './notify.ts';
import { publishChanged, removeFromList } from './publish-notification.ts';

interface Forgetting {
  /** Entries in this transaction; all of them when absent. */
  at_most?: number;
  /** Where an entry of new posts leads that tells of others of their author too. */
  instead?: { post_id: string; title: string; content_preview: string } | null;
}

/**
 * For whoever deletes a post, comment or event, in the same transaction and last: entries about it leave their lists. One
 * that tells of others' comments or of other posts too stays, without the words that are gone, and so does one that says
 * that a moderator removed something. Answers whether there may
 * be more of them than `at_most`.
 */
export async function forgetNotifications(
  tx: Tx,
  targetId: string,
  { at_most, instead }: Forgetting = {},
): Promise<boolean> {
  const about = await listAbout(tx, targetId, at_most ?? null);
  for (const { id, user_id, type, has_other_actors } of about) {
    const version = await lockList(tx, user_id);
    const leadsOn = type === 'new_post' && instead ? instead : null;
    if (leadsOn || has_other_actors) {
      if (leadsOn) {
        const content_preview = toExcerpt(leadsOn.content_preview, previewLength);
        await clearRedirectedPreview(tx, id, { ...leadsOn, content_preview }, version);
      } else await clearPreview(tx, id, version);
      await publishChanged(tx, user_id, id);
    } else await removeFromList(tx, user_id, id, version);
  }
  return at_most !== undefined && about.length === at_most;
}
