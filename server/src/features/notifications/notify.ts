import type { NotificationParams, NotificationTarget, NotificationType } from '#contract/notifications.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { type OutgoingEvent, publishAll, userTopic } from '#server/platform/live/publish.ts';
import { toExcerpt } from '#server/platform/text/rich-text.ts';
import { upsertNotifications } from './notifications.queries.ts';

/** What some people are to be told. */
export interface NotificationInput {
  type: NotificationType;
  /** Who is told: any list, also one with the actor, with people who left or who do not want it; they are left out. */
  user_ids: string[];
  /** What was done, without who ("commented on your post"); the whole sentence where no person acted. */
  title: string;
  content_preview?: string;
  target: { type: NotificationTarget; id: string; post_id?: string | null };
  /** Entries of one person with the same key become one; absent: each stands alone. See `batchKey`. */
  batch_key?: string | null;
  params?: NotificationParams;
  /** When the entry leaves the list, as wire time; 90 days from now when absent. */
  expires_at?: string;
}

export interface AuditInput {
  space_id: string;
  /** Whose act it is; null for what comes by the clock. Nobody is told of their own act. */
  actor_id: string | null;
  /** In order of weight: who stands in several is told by the first alone. */
  notifications: NotificationInput[];
}

const retentionMs = 90 * 24 * 60 * 60 * 1000;
export const previewLength = 140;

const dayOf = (at: string) => at.slice(0, 10);

/** What merges with what (document 2, section 4.2, and "Who is told of what"). */
export const batchKey = {
  like: (targetId: string) => `post_like:${targetId}`,
  reply: (postId: string) => `comment_reply:${postId}`,
  newPost: (spaceId: string, authorId: string, at: string) => `new_post:${spaceId}:${authorId}:${dayOf(at)}`,
  join: (spaceId: string) => `space_join:${spaceId}:${dayOf(nowIso())}`,
  /** Apart from those who joined, so that one sentence is true of everybody in it. */
  askToJoin: (spaceId: string) => `space_join:${spaceId}:${dayOf(nowIso())}:asked`,
  event: (eventId: string) => `event_reminder:${eventId}`,
};

/**
 * Tells people of one act inside the caller's transaction: their lists and their live events come with its commit. Only
 * active members who want such notices are told; of type `membership` also people who are not members. Call it last and once for an act: it locks the told people's lists, one
 * after the other, and two transactions that lock in one order never wait for each other in a ring.
 */
export async function notify(tx: Tx, action: AuditInput): Promise<void> {
  await publishAll(tx, await writeNotifications(tx, action));
}

/** The same for whoever has more to publish: answers the events that tell of it, to be published in this transaction. */
export async function writeNotifications(
  tx: Tx,
  { space_id, actor_id, notifications }: AuditInput,
): Promise<OutgoingEvent[]> {
  const notified = new Set<string>();
  const expiresAt = new Date(nowMs() + retentionMs).toISOString();
  const rows = notifications.flatMap((notification) =>
    notification.user_ids
      .filter((userId) => userId !== actor_id && !notified.has(userId) && notified.add(userId))
      .map((user_id) => ({
        id: newId(),
        user_id,
        type: notification.type,
        title: notification.title,
        content_preview: toExcerpt(notification.content_preview ?? '', previewLength),
        target_type: notification.target.type,
        target_id: notification.target.id,
        post_id: notification.target.post_id ?? null,
        batch_key: notification.batch_key ?? null,
        params: notification.params ?? {},
        expires_at: notification.expires_at ?? expiresAt,
      })),
  );
  if (rows.length === 0) return [];
  const changed = await upsertNotifications(tx, { space_id, actor_id, at: nowIso(), notifications: rows });
  return changed.map(({ unread_count, ...notification }) => ({
    topic: userTopic(notification.user_id),
    type: 'notification.changed',
    payload: { notification, unread_count },
  }));
}
