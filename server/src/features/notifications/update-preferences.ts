import { t } from '#contract/i18n/translate.ts';
import type { NotificationPreferences, NotificationType } from '#contract/notifications.ts';
import type { SpaceContext } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { deleteUnsubscribes, listUnsubscribedTypes } from './email/email.queries.ts';
import { getEffectivePreferences, upsertSpacePreferences } from './notifications.queries.ts';

type SpacePreferences = Omit<NotificationPreferences, 'new_customers'> & Partial<NotificationPreferences>;

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

/** Returns the preferences that apply to this viewer: only moderators are notified of new customers. */
export function toShownPreferences(
  { new_customers, ...preferences }: NotificationPreferences,
  isModerator: boolean,
): SpacePreferences {
  return isModerator ? { ...preferences, new_customers } : preferences;
}

/**
 * Changes a user's notification preferences in a space. The first change creates the space's row from the preferences
 * that applied until then. Turning a type on also undoes an unsubscribe link for its emails.
 * @throws AppError `not_allowed` if a plain member changes `new_customers`
 */
export async function updateSpacePreferences(
  db: Database,
  userId: string,
  { space_id: spaceId, permissions }: Pick<SpaceContext, 'space_id' | 'permissions'>,
  changes: { [K in keyof NotificationPreferences]?: boolean | undefined },
): Promise<{ preferences: SpacePreferences; unsubscribed_types: NotificationType[] }> {
  const isModerator = permissions.canEditSpace;
  if (!isModerator && changes.new_customers !== undefined) {
    const message = t('Only the owner and admins are notified of new customers.');
    throw new AppError('not_allowed', null, { message });
  }
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
    const preferences = toShownPreferences(next, isModerator);
    return { preferences, unsubscribed_types: await listUnsubscribedTypes(tx, userId, spaceId) };
  });
}
