import {
  declarationOf,
  type NotificationType,
  typesWhere,
} from '#contract/features/notifications/notification-types.ts';
import type { Tx } from '#server/platform/db/database.ts';
import {
  listAbout,
  lockList,
  redirectNotification,
  type TargetNotification,
  updatePreview,
} from './notifications.queries.ts';
import { type NotificationRedirect, toPreview } from './notify.ts';
import { publishChanged, removeFromList } from './publish-notification.ts';
import { deleteRemovedAbout } from './removed-notifications.queries.ts';

interface DeleteOptions {
  /** The most notifications to change in this transaction; all of them by default. */
  limit?: number;
  /** For a type that is redirected; without it its notifications are deleted. */
  redirect_to?: NotificationRedirect | null;
  /** Only these types; all that don't outlive their target by default. */
  types?: NotificationType[];
  /** Only those with this value of `params.since`. */
  since?: string;
}

const deletableTypes = typesWhere(({ target_deleted }) => target_deleted !== 'keep');

/** Whether a notification is also about what others did. */
const coversOthers = ({ type, is_own, actor_count }: TargetNotification): boolean =>
  declarationOf(type).target_deleted === 'keep_merged' && is_own && actor_count > 1;

/**
 * Deletes the notifications about a target that is being deleted, or keeps or redirects them as their type declares
 * (`target_deleted`). Call it last, in the same transaction. Returns whether there may be more than `limit`.
 */
export async function deleteNotificationsFor(
  tx: Tx,
  targetId: string,
  { limit, redirect_to, types, since }: DeleteOptions = {},
): Promise<boolean> {
  await deleteRemovedAbout(tx, targetId, types, since);
  const about = await listAbout(tx, targetId, types ?? deletableTypes, limit ?? null, since);
  for (const notification of about) {
    const { id, user_id, type } = notification;
    const version = await lockList(tx, user_id);
    if (redirect_to?.type === type && declarationOf(type).target_deleted === 'redirect') {
      const { target, params, text } = redirect_to;
      const to = { target_id: target.id, post_id: target.post_id, params, content_preview: toPreview(text) };
      await redirectNotification(tx, id, to, version);
    } else if (coversOthers(notification)) await updatePreview(tx, id, '', version);
    else {
      await removeFromList(tx, user_id, id, version);
      continue;
    }
    await publishChanged(tx, user_id, [id]);
  }
  return limit !== undefined && about.length === limit;
}
