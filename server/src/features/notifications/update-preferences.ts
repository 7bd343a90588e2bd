import type { NotificationPreferences, NotificationType } from '#contract/notifications.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { deleteUnsubscribes, listUnsubscribedTypes } from './email/email.queries.ts';
import { getEffectivePreferences, upsertSpacePreferences } from './notifications.queries.ts';

const typeOf: { [K in keyof NotificationPreferences]?: NotificationType } = {
  likes: 'post_like',
  comments: 'comment_reply',
  mentions: 'mention',
  space_joins: 'space_join',
  new_posts: 'new_post',
  new_customers: 'new_customer',
  admin_announcements: 'admin_announcement',
  event_reminders: 'event_reminder',
};

/** Types without a switch of their own: their emails come back with `email_enabled`. */
const withoutSwitch: readonly NotificationType[] = ['membership', 'moderation'];

/**
 * Changes what a person is told of in a space. Their first change there makes the space's row from what held before.
 * Asking for a type brings back its mails too, if a link in one had ended them.
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
      const type = typeOf[key];
      if (changes[key] && type) requested.push(type);
      if (changes[key] && key === 'email_enabled') requested.push(...withoutSwitch);
    }
    await upsertSpacePreferences(tx, userId, spaceId, next, nowIso());
    await deleteUnsubscribes(tx, userId, spaceId, requested);
    return { preferences: next, unsubscribed_types: await listUnsubscribedTypes(tx, userId, spaceId) };
  });
}
