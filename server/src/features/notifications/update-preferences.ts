import type { NotificationPreferences, NotificationType } from '#contract/notifications.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { deleteUnsubscribes, listUnsubscribedTypes } from './email/email.queries.ts';
import { getEffectivePreferences, upsertSpacePreferences } from './notifications.queries.ts';

const preferenceTypes: { [K in keyof NotificationPreferences]?: NotificationType } = {
  likes: 'post_like',
  comments: 'comment_reply',
  mentions: 'mention',
  space_joins: 'space_join',
  new_posts: 'new_post',
  new_customers: 'new_customer',
  admin_announcements: 'admin_announcement',
  event_reminders: 'event_reminder',
};

/** Types without a preference of their own: `email_enabled` turns their emails back on. */
const withoutSwitch: readonly NotificationType[] = ['membership', 'moderation'];

/**
 * Changes a user's notification preferences in a space. The first change creates the space's row from the preferences
 * that applied until then. Turning a type on also undoes an unsubscribe link for its emails.
 */
export async function updateSpacePreferences(
  db: Database,
  userId: string,
  spaceId: string,
  changes: { [K in keyof NotificationPreferences]?: boolean | undefined },
): Promise<{ preferences: NotificationPreferences; unsubscribed_types: NotificationType[] }> {
  return await db.transaction().execute(async (tx) => {
    const next = await getEffectivePreferences(tx, userId, spaceId);
    const requested: NotificationType[] = [];
    for (const key of Object.keys(next) as (keyof NotificationPreferences)[]) {
      next[key] = changes[key] ?? next[key];
      const type = preferenceTypes[key];
      if (changes[key] && type) requested.push(type);
      if (changes[key] && key === 'email_enabled') requested.push(...withoutSwitch);
    }
    await upsertSpacePreferences(tx, userId, spaceId, next, nowIso());
    await deleteUnsubscribes(tx, userId, spaceId, requested);
    return { preferences: next, unsubscribed_types: await listUnsubscribedTypes(tx, userId, spaceId) };
  });
}
