import type { NotificationParams } from '#contract/features/notifications/notification-params.ts';
import {
  declarationOf,
  type ListedType,
  type NotificationTargetKind,
  type NotificationType,
  typePreferences,
} from '#contract/features/notifications/notification-types.ts';
import type { Target } from '#contract/values/targets.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { publishEach, userChannel } from '#server/platform/live/publish.ts';
import { toExcerpt } from '#server/platform/text/rich-text.ts';
import { postReaders } from '../access/index.ts';
import { toBatchKey } from './batch-key.ts';
import { hideClosed, postOf } from './hide-closed.ts';
import { type NewNotification, upsertNotifications } from './notifications.queries.ts';

export type { NewNotification };

type ParamsOf<T extends NotificationType> =
  Record<never, never> extends NotificationParams<T>
    ? { params?: NotificationParams<T> }
    : { params: NotificationParams<T> };

/** One notification of a type for a list of recipients. */
type InputOf<T extends NotificationType> = {
  type: T;
  /** The recipients. The actor, former members and people who don't want this type are left out. */
  user_ids: string[];
  target: Target<NotificationTargetKind<T>> & {
    /** The post of a comment. */
    post_id?: string | null;
  };
  /** What people wrote, as plain text; an excerpt of it is shown below the sentence. */
  text?: string;
  /** The time whose day decides what it's merged with, as an ISO timestamp; now by default. */
  grouped_at?: string;
  /** It is not merged with others, although its type is. */
  is_separate?: boolean;
  /** When the notification expires, as an ISO timestamp; 90 days from now by default. */
  expires_at?: string;
} & ParamsOf<T>;

export type NotificationInput = { [T in ListedType]: InputOf<T> }[ListedType];

/** What notifications of a type are about from now on. */
export type NotificationRedirect = {
  [T in NotificationType]: {
    type: T;
    params: NotificationParams<T>;
    target: { id: string; post_id: string | null };
    text: string;
  };
}[NotificationType];

/** Where something happened: in a space, or in a conversation. */
export type NotificationOrigin =
  | { space_id: string; conversation_id?: undefined }
  | { space_id?: undefined; conversation_id: string };

export type NotifyInput = NotificationOrigin & {
  /** Who acted; null for scheduled events. The actor is never notified of their own action. */
  actor_id: string | null;
  /** When it happened, as an ISO timestamp; now by default. */
  at?: string;
  /** Whether the recipients were chosen among those who can read what it's about. Otherwise, it takes one statement more. */
  are_readers?: boolean;
  /** By priority: a user listed in several gets only the first. */
  notifications: NotificationInput[];
};

const retentionMs = 90 * 24 * 60 * 60 * 1000;
const previewLength = 140;

/** Returns the excerpt of a text that a notification shows. */
export const toPreview = (text: string): string => toExcerpt(text, previewLength);

/**
 * Notifies users of one action inside the caller's transaction: list entries and live events take effect when it
 * commits. In a conversation, those who muted it and those whom a block separates from the actor aren't notified. Only those who can get the type and want it are notified: see `notificationTypes`. Call it last and once
 * per action: it locks the recipients' lists in order, so that two transactions never deadlock.
 */
export async function notify(
  tx: Tx,
  { notifications, actor_id, at = nowIso(), are_readers = false, ...origin }: NotifyInput,
): Promise<void> {
  const notified = new Set<string>();
  const all = notifications.flatMap(({ user_ids, ...notification }) => {
    const recipients = user_ids.filter(
      (userId) => userId !== actor_id && !notified.has(userId) && notified.add(userId),
    );
    if (recipients.length === 0) return [];
    const { id: _, ...row } = toNewNotification(notification, { ...origin, actor_id });
    return recipients.map((user_id) => ({ id: newId(), user_id, ...row }));
  });
  const rows = are_readers ? all : await onlyReadable(tx, all);
  if (rows.length === 0) return;
  const recorded = await upsertNotifications(tx, { ...origin, actor_id, at, notifications: rows });
  const entries = await hideClosed(
    tx,
    recorded.map(({ unread_count: _, ...entry }) => entry),
  );
  await publishEach(
    tx,
    'notification.changed',
    entries.map((notification, index) => ({
      channel: userChannel(notification.user_id),
      payload: {
        notification,
        is_news: true,
        is_kept_unread: false,
        unread_count: recorded[index]?.unread_count ?? 0,
      },
    })),
  );
}

/**
 * Returns the rows without those whose user can't open the category of the post that they are about. What no preference turns off,
 * such as that one's post was removed, isn't about reading it.
 */
async function onlyReadable(tx: Tx, rows: NewNotification[]): Promise<NewNotification[]> {
  const entries = rows.map((row) => ({
    row,
    user_id: row.user_id,
    post_id: row.preference === null ? null : postOf(row),
  }));
  return (await postReaders.onlyReadable(tx, entries)).map(({ row }) => row);
}

/** Returns what all recipients of a notification have in common. */
export function toNewNotification(
  input: Omit<NotificationInput, 'user_ids'>,
  { space_id, conversation_id, actor_id }: NotificationOrigin & Pick<NotifyInput, 'actor_id'>,
): Omit<NewNotification, 'user_id'> {
  const { type, target, text = '', params = {} } = input;
  const { preference, recipients, grouping, muted_with, email, push } = declarationOf(type);
  const post_id = target.post_id ?? null;
  return {
    id: newId(),
    type,
    content_preview: toPreview(text),
    target_type: target.kind,
    target_id: target.id,
    post_id,
    batch_key: input.is_separate
      ? null
      : toBatchKey(type, {
          space_id,
          conversation_id,
          actor_id,
          target,
          params,
          at: input.grouped_at ?? nowIso(),
        }),
    params,
    expires_at: input.expires_at ?? new Date(nowMs() + retentionMs).toISOString(),
    preference,
    is_default: preference === null || typePreferences[preference].default,
    members_only: recipients === 'members',
    ignore_repeats: grouping?.repeats === 'ignore',
    muted_post_id: muted_with.includes('post') ? (target.kind === 'post' ? target.id : post_id) : null,
    muted_space_id: muted_with.includes('space') ? (space_id ?? null) : null,
    is_emailed: email === 'bundle',
    is_pushed: push !== null,
  };
}
