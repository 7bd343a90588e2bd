import type { NotificationParams, NotificationTarget, NotificationType } from '#contract/notifications.ts';
import { nowMs, nowText } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { type OutgoingEvent, publishAll, userTopic } from '#server/platform/live/publish.ts';
import { toExcerpt } from '#server/platform/text/rich-text.ts';
import { upsertNotifications } from './notifications.queries.ts';

/** What some people are to be told. */
export interface Notice {
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

export interface Act {
  space_id: string;
  /** Whose act it is; null for what comes by the clock. Nobody is told of their own act. */
  actor_id: string | null;
  /** In order of weight: who stands in several is told by the first alone. */
  notices: Notice[];
}

const keptFor = 90 * 24 * 60 * 60 * 1000;
export const previewLength = 140;

const dayOf = (at: string) => at.slice(0, 10);

/** What merges with what (document 2, section 4.2, and "Who is told of what"). */
export const batchKey = {
  like: (thingId: string) => `post_like:${thingId}`,
  reply: (postId: string) => `comment_reply:${postId}`,
  newPost: (spaceId: string, authorId: string, at: string) => `new_post:${spaceId}:${authorId}:${dayOf(at)}`,
  join: (spaceId: string) => `space_join:${spaceId}:${dayOf(nowText())}`,
  /** Apart from those who joined, so that one sentence is true of everybody in it. */
  askToJoin: (spaceId: string) => `space_join:${spaceId}:${dayOf(nowText())}:asked`,
  event: (eventId: string) => `event_reminder:${eventId}`,
};

/**
 * Tells people of one act inside the caller's transaction: their lists and their live events come with its commit. Only
 * active members who want such notices are told; of type `membership` also people who are not members. Call it last and once for an act: it locks the told people's lists, one
 * after the other, and two transactions that lock in one order never wait for each other in a ring.
 */
export async function notify(tx: Tx, act: Act): Promise<void> {
  await publishAll(tx, await writeNotices(tx, act));
}

/** The same for whoever has more to publish: answers the events that tell of it, to be published in this transaction. */
export async function writeNotices(tx: Tx, { space_id, actor_id, notices }: Act): Promise<OutgoingEvent[]> {
  const told = new Set<string>();
  const expiresAt = new Date(nowMs() + keptFor).toISOString();
  const rows = notices.flatMap((notice) =>
    notice.user_ids
      .filter((userId) => userId !== actor_id && !told.has(userId) && told.add(userId))
      .map((user_id) => ({
        id: newId(),
        user_id,
        type: notice.type,
        title: notice.title,
        content_preview: toExcerpt(notice.content_preview ?? '', previewLength),
        target_type: notice.target.type,
        target_id: notice.target.id,
        post_id: notice.target.post_id ?? null,
        batch_key: notice.batch_key ?? null,
        params: notice.params ?? {},
        expires_at: notice.expires_at ?? expiresAt,
      })),
  );
  if (rows.length === 0) return [];
  const changed = await upsertNotifications(tx, { space_id, actor_id, at: nowText(), notices: rows });
  return changed.map(({ unread_count, ...notification }) => ({
    topic: userTopic(notification.user_id),
    type: 'notification.changed',
    payload: { notification, unread_count },
  }));
}
