import { z } from 'zod';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { person } from '../../users.ts';
import { maxSeenAtOnce } from '../../values/limits.ts';
import { targetKinds } from '../../values/targets.ts';
import { snoozeDurations } from './choices.ts';
import { muteEndpoints } from './mutes.ts';
import { paramsOf } from './notification-params.ts';
import { type NotificationType, notificationTypeNames } from './notification-types.ts';
import { preferenceEndpoints } from './preferences.ts';
import { pushEndpoints } from './push.ts';

/** The actor of a notification. */
export const notificationActor = person.extend({ first_name: z.string(), last_name: z.string() });

/** What all types of notifications have. In a merged one, `actor` is the latest and `actor_names` are the latest three. */
const notificationBase = z.object({
  id,
  user_id: id,
  actor_id: id.nullable(),
  /** An excerpt of what people wrote, such as the comment; empty if there is none. */
  content_preview: z.string(),
  actor_relationship: z.enum(['admin', 'following', 'member']).nullable(),
  /** Null if it happened in a conversation. */
  space_id: id.nullable(),
  /** Null if it happened in a space. */
  conversation_id: id.nullable(),
  target_type: z.enum(targetKinds),
  target_id: id,
  /** The post of a comment, or the page of a course. */
  post_id: id.nullable(),
  /** The current title of the post or page that it is about or under; null if there is none that the viewer can read. */
  post_title: z.string().nullable(),
  /** The current title of the course that it is about; null if there is none that the viewer sees. */
  course_title: z.string().nullable(),
  /** Whether the list also shows it while the viewer is inside its space. */
  shown_inside_space: z.boolean(),
  read: z.boolean(),
  clicked: z.boolean(),
  /** Until then, it is only in the list of snoozed ones, and `read`; null if it isn't snoozed. */
  snoozed_until: timestamp.nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  batch_key: z.string().nullable(),
  actor_count: z.number().int(),
  actor_names: z.array(z.string()),
  last_actor_id: id.nullable(),
  batch_updated_at: timestamp,
  /** The larger one is the newer state, across all notifications of one user. */
  version: z.number().int(),
  actor: notificationActor.nullable(),
  space: z
    .object({ id, name: z.string(), subdomain: z.string(), icon_image: z.string().nullable() })
    .nullable(),
  /** The name is that of a group; null for a direct conversation, and once the viewer isn't in the group anymore. */
  conversation: z.object({ id, is_group: z.boolean(), name: z.string().nullable() }).nullable(),
});

const ofType = <T extends NotificationType>(type: T) =>
  notificationBase.extend({
    type: z.literal(type),
    params: paramsOf(type),
  });
type NotificationSchema = { [T in NotificationType]: ReturnType<typeof ofType<T>> }[NotificationType];

/** A notification. Its type decides which `params` it has; readers write its sentence from them. */
export const notification = z.discriminatedUnion(
  'type',
  notificationTypeNames.map((type) => ofType(type)) as unknown as [
    NotificationSchema,
    ...NotificationSchema[],
  ],
);
export type Notification = z.output<typeof notification>;
export type NotificationOf<T extends NotificationType> = Extract<Notification, { type: T }>;

/** The number of unread notifications at this version of the list. */
const unread = { unread_count: z.number().int(), version: z.number().int() };

/** While the viewer is inside a space, its notifications are left out, except those `shown_inside_space`. */
const inside = id.optional();

/** Which notifications a request changes. */
const ids = z.array(id).min(1).max(100);
const one = z.object({ notification_id: id });

export const notificationLiveEvents = {
  /**
   * A notification is new or has changed. `is_news`: it's new, or something was merged into it; false if it was marked as unread,
   * snoozed, put back or edited. `is_kept_unread`: it was marked as unread, or put back as an unread one, by its user or after a
   * snooze. `unread_count` counts all unread notifications.
   */
  'notification.changed': z.object({
    notification,
    is_news: z.boolean(),
    is_kept_unread: z.boolean(),
    unread_count: z.number().int(),
  }),
  /** Notifications were read (`notification_ids` null: all up to this version of the list). */
  'notification.read': z.object({
    notification_ids: z.array(id).nullable(),
    clicked: z.boolean(),
    unread_count: z.number().int(),
    version: z.number().int(),
  }),
  'notification.removed': z.object({
    notification_id: id,
    unread_count: z.number().int(),
    version: z.number().int(),
  }),
};

/** Events of `members:` channels, instead of which each of the users gets one of the events above. */
export const broadcastLiveEvents = {
  /** A notification that many members share is new in these users' lists (`is_news`), has changed, or is gone. */
  'broadcast.changed': z.object({ broadcast_id: id, is_news: z.boolean(), user_ids: z.array(id) }),
};

export const notificationEndpoints = {
  get_notifications_with_actors: defineEndpoint({
    method: 'GET',
    path: '/api/notifications',
    summary:
      "List the viewer's notifications, latest first, 25 a page: all, of one space, or as shown inside a space. Snoozed ones are in a list of their own.",
    access: 'signed-in',
    query: z.object({
      cursor,
      only_space_id: id.optional(),
      inside_space_id: inside,
      state: z.literal('snoozed').optional(),
    }),
    output: z.object({
      notifications: z.array(notification),
      next_cursor: z.string().nullable(),
      live_cursor: liveCursor,
    }),
    rateLimit: 'none',
  }),
  get_unread_notification_count: defineEndpoint({
    method: 'GET',
    path: '/api/notifications/unread-count',
    summary: 'Count unread notifications: all, or those shown inside a space.',
    access: 'signed-in',
    query: z.object({ inside_space_id: inside }),
    output: z.object({ ...unread, live_cursor: liveCursor }),
    rateLimit: 'none',
  }),
  list_unread_spaces: defineEndpoint({
    method: 'GET',
    path: '/api/notifications/unread-spaces',
    summary:
      'List the spaces from which the viewer has unread notifications, with their numbers, and those that the viewer has muted.',
    access: 'signed-in',
    output: z.object({
      spaces: z.array(z.object({ space_id: id, unread_count: z.number().int() })),
      muted_space_ids: z.array(id),
    }),
    rateLimit: 'none',
  }),
  mark_notifications_as_read: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/read',
    summary:
      "Mark notifications as read, and as clicked if opened. Ids of other users' notifications change nothing.",
    access: 'signed-in',
    body: z.object({ notification_ids: ids, clicked: z.boolean().default(false) }),
    output: z.object(unread),
    rateLimit: 'write',
  }),
  mark_notifications_as_unread: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/unread',
    summary:
      "Mark notifications as unread, and end their snooze. Nothing is sent of them again. Ids of other users' notifications change nothing.",
    access: 'signed-in',
    body: z.object({ notification_ids: ids }),
    output: z.object(unread),
    rateLimit: 'write',
  }),
  mark_notifications_of_post_as_read: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/read-of-post',
    summary:
      'Mark what the viewer was notified of about a post and its comments as read, of those that they are looking at: `seen_ids` has the ids of comments and of the post itself.',
    access: 'signed-in',
    body: z.object({ post_id: id, seen_ids: z.array(id).min(1).max(maxSeenAtOnce) }),
    output: z.object(unread),
    rateLimit: 'write',
  }),
  mark_all_notifications_as_read: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/read-all',
    summary: "Mark all of the viewer's notifications as read.",
    access: 'signed-in',
    output: z.object(unread),
    rateLimit: 'write',
  }),
  snooze_notification: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/:notification_id/snooze',
    summary:
      "Take one of the viewer's notifications out of the list for some time, after which it comes back unread. `snoozed_until` is null if there is none.",
    access: 'signed-in',
    params: one,
    body: z.object({ duration: z.enum(snoozeDurations) }),
    output: z.object({ snoozed_until: timestamp.nullable() }),
    rateLimit: 'write',
  }),
  unsnooze_notification: defineEndpoint({
    method: 'DELETE',
    path: '/api/notifications/:notification_id/snooze',
    summary: 'Put a snoozed notification back to where it was, as a read one.',
    access: 'signed-in',
    params: one,
    output: emptyResponse,
    rateLimit: 'write',
  }),
  delete_notification: defineEndpoint({
    method: 'DELETE',
    path: '/api/notifications/:notification_id',
    summary: "Delete one of the viewer's notifications.",
    access: 'signed-in',
    params: one,
    output: emptyResponse,
    rateLimit: 'write',
  }),
  restore_notification: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/:notification_id',
    summary:
      "Undo the deletion of a notification within an hour. `restored` is false if it can't be: a newer one has taken its place, or it's gone.",
    access: 'signed-in',
    params: one,
    output: z.object({ restored: z.boolean() }),
    rateLimit: 'write',
  }),
  ...preferenceEndpoints,
  ...muteEndpoints,
  ...pushEndpoints,
};
