import type { Tx } from '#server/platform/db/database.ts';
import type { LifecycleEvents } from '#server/platform/lifecycle.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { listModerators, recordAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';

type Deletion = LifecycleEvents['postDeleted'] | LifecycleEvents['commentDeleted'];

/**
 * Records the removal of a post or comment in the audit log, and notifies its author and the moderators of the reason.
 * Does nothing if the author deleted it.
 */
export async function recordRemoval(tx: Tx, deletion: Deletion): Promise<void> {
  const { space_id, post_id, user_id, removal } = deletion;
  if (!removal) return;
  const { removed_by, reason } = removal;
  const comment_id = 'comment_id' in deletion ? deletion.comment_id : null;
  const target =
    comment_id === null
      ? ({ kind: 'post', id: post_id } as const)
      : ({ kind: 'comment', id: comment_id } as const);
  await recordAudit(tx, {
    space_id,
    actor_id: removed_by,
    action: comment_id === null ? 'post_removed' : 'comment_removed',
    target_user_id: user_id,
    post_id,
    comment_id,
    details: reason === null ? {} : { reason },
  });
  const payload = { ...target, post_id, space_id, author_id: user_id, reason };
  const recipients = new Set([user_id, ...(await listModerators(tx, space_id))]);
  await publish(tx, [...recipients].map(userChannel), 'content.removed', payload);
  await notify(tx, {
    space_id,
    actor_id: removed_by,
    notifications: [
      {
        type: 'content_removed',
        user_ids: [user_id],
        text: reason ?? '',
        target: { ...target, post_id },
      },
    ],
  });
}
