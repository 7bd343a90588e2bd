import { defaultLocale, type Locale } from '#contract/i18n/locale.ts';
import type { NotificationParams, NotificationTarget, NotificationType } from '#contract/notifications.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { type OutgoingEvent, publishAll, userChannel } from '#server/platform/live/publish.ts';
import { toExcerpt } from '#server/platform/text/rich-text.ts';
import { updateTexts, upsertNotifications } from './notifications.queries.ts';
import { type RecipientText, toText } from './recipient-text.ts';

/** One notification for a list of recipients. */
export interface NotificationInput {
  type: NotificationType;
  /** The recipients. The actor, former members and people who don't want this type are left out. */
  user_ids: string[];
  /** What happened, without the actor ("commented on your post"); the whole sentence if there's no actor. */
  title: RecipientText;
  content_preview?: RecipientText;
  target: { type: NotificationTarget; id: string; post_id?: string | null };
  /** Notifications of one user with the same key are merged; without a key each one is separate. See `batchKey`. */
  batch_key?: string | null;
  params?: NotificationParams;
  /** When the notification expires, as an ISO timestamp; 90 days from now by default. */
  expires_at?: string;
}

export interface NotifyInput {
  space_id: string;
  /** Who acted; null for scheduled events. The actor is never notified of their own action. */
  actor_id: string | null;
  /** By priority: a user listed in several gets only the first. */
  notifications: NotificationInput[];
}

const retentionMs = 90 * 24 * 60 * 60 * 1000;
export const previewLength = 140;

const dayOf = (at: string) => at.slice(0, 10);

/** The keys that decide which notifications are merged. */
export const batchKey = {
  like: (targetId: string) => `post_like:${targetId}`,
  reply: (postId: string) => `comment_reply:${postId}`,
  newPost: (spaceId: string, authorId: string, at: string) => `new_post:${spaceId}:${authorId}:${dayOf(at)}`,
  join: (spaceId: string) => `space_join:${spaceId}:${dayOf(nowIso())}`,
  /** Separate from `join`, so that one title is true for every actor in it. */
  joinRequest: (spaceId: string) => `space_join:${spaceId}:${dayOf(nowIso())}:asked`,
  event: (eventId: string) => `event_reminder:${eventId}`,
};

/**
 * Notifies users of one action inside the caller's transaction: list entries and live events take effect when it
 * commits. Only active members who want the type are notified; `membership` also reaches people who aren't members.
 * Call it last and once per action: it locks the recipients' lists in order, so that two transactions never deadlock.
 */
export async function notify(tx: Tx, input: NotifyInput): Promise<void> {
  await publishAll(tx, await writeNotifications(tx, input));
}

/** Like `notify`, for callers that publish more: returns the live events, to be published in the same transaction. */
export async function writeNotifications(
  tx: Tx,
  { space_id, actor_id, notifications }: NotifyInput,
): Promise<OutgoingEvent[]> {
  const notified = new Set<string>();
  const expiresAt = new Date(nowMs() + retentionMs).toISOString();
  const recipients = notifications.flatMap((notification) =>
    notification.user_ids
      .filter((userId) => userId !== actor_id && !notified.has(userId) && notified.add(userId))
      .map((user_id) => ({ user_id, notification })),
  );
  if (recipients.length === 0) return [];
  const rows = recipients.map(({ user_id, notification }) => ({
    id: newId(),
    user_id,
    type: notification.type,
    ...toTexts(notification, defaultLocale),
    target_type: notification.target.type,
    target_id: notification.target.id,
    post_id: notification.target.post_id ?? null,
    batch_key: notification.batch_key ?? null,
    params: notification.params ?? {},
    expires_at: notification.expires_at ?? expiresAt,
  }));
  const recorded = await upsertNotifications(tx, { space_id, actor_id, at: nowIso(), notifications: rows });
  const inputs = new Map(recipients.map(({ user_id, notification }) => [user_id, notification]));
  const changed = recorded.map(({ locale, ...row }) => {
    const input = inputs.get(row.user_id);
    const { title, content_preview } = row;
    return { row, texts: input ? toTexts(input, locale) : { title, content_preview } };
  });
  // Most recipients have the texts that are stored already, so that most calls need no second statement.
  const translated = changed
    .filter(({ row, texts }) => texts.title !== row.title || texts.content_preview !== row.content_preview)
    .map(({ row, texts }) => ({ id: row.id, ...texts }));
  if (translated.length > 0) await updateTexts(tx, translated);
  return changed.map(({ row: { unread_count, ...notification }, texts }) => ({
    channel: userChannel(notification.user_id),
    type: 'notification.changed',
    payload: { notification: { ...notification, ...texts }, unread_count },
  }));
}

/** Returns the texts of a notification in the language of a recipient. */
function toTexts(
  { title, content_preview = '' }: NotificationInput,
  locale: Locale,
): { title: string; content_preview: string } {
  return {
    title: toText(title, locale),
    content_preview: toExcerpt(toText(content_preview, locale), previewLength),
  };
}
