import { z } from 'zod';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from './schema/endpoint.ts';
import { person } from './users.ts';

export const notificationType = z.enum([
  'post_like',
  'comment_reply',
  'mention',
  'space_join',
  'new_post',
  'new_customer',
  'admin_announcement',
  'event_reminder',
  /** A decision on the recipient's own request to join; the only type that reaches people who are not members. */
  'membership',
  /** The recipient's post or comment was removed, or a report of theirs was reviewed. */
  'moderation',
]);
export type NotificationType = z.output<typeof notificationType>;
export const notificationTarget = z.enum(['post', 'comment', 'event', 'space']);
export type NotificationTarget = z.output<typeof notificationTarget>;

/**
 * What the notification is about, for icons, links and devices. `membership`: `outcome` is `approved` or `declined`.
 * `moderation`: `event` is `removed` or `report_reviewed`, `kind` is what was removed or reported, and `outcome` is
 * the moderators' decision.
 */
export const notificationParams = z
  .object({
    outcome: z.enum(['approved', 'declined', 'dismissed', 'removed', 'banned']),
    event: z.enum(['removed', 'report_reviewed']),
    kind: z.enum(['post', 'comment', 'member']),
  })
  .partial();
export type NotificationParams = z.output<typeof notificationParams>;

/** The actor of a notification. */
const actor = person.extend({ first_name: z.string(), last_name: z.string() });

/**
 * A notification. `title` is what happened, without the actor: "commented on your post"; if there is no actor, it is
 * the whole sentence. In a merged notification `actor` is the latest actor, and `actor_names` are the latest three.
 */
export const notification = z.object({
  id,
  user_id: id,
  actor_id: id.nullable(),
  type: notificationType,
  title: z.string(),
  content_preview: z.string(),
  actor_relationship: z.enum(['admin', 'following', 'member']).nullable(),
  space_id: id,
  target_type: notificationTarget,
  target_id: id,
  /** The post of a comment. */
  post_id: id.nullable(),
  params: notificationParams,
  read: z.boolean(),
  clicked: z.boolean(),
  created_at: timestamp,
  expires_at: timestamp,
  batch_key: z.string().nullable(),
  actor_count: z.number().int(),
  actor_names: z.array(z.string()),
  last_actor_id: id.nullable(),
  batch_updated_at: timestamp,
  /** The larger one is the newer state, across all notifications of one user. */
  version: z.number().int(),
  actor: actor.nullable(),
  space: z.object({ id, name: z.string(), subdomain: z.string(), icon_image: z.string().nullable() }),
});
export type Notification = z.output<typeof notification>;

/** The number of unread notifications at this version of the list. */
const unread = { unread_count: z.number().int(), version: z.number().int() };

export const notificationPreferences = z.object({
  push_enabled: z.boolean(),
  email_enabled: z.boolean(),
  new_posts: z.boolean(),
  comments: z.boolean(),
  likes: z.boolean(),
  mentions: z.boolean(),
  space_joins: z.boolean(),
  /** Only for the owner and admins of the space, who are the only ones to be notified of new customers. */
  new_customers: z.boolean(),
  admin_announcements: z.boolean(),
  event_reminders: z.boolean(),
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;

const ofSpace = z.object({ space_id: id });
/** While the viewer is inside a space, its notifications are left out, except mentions and replies. */
const inside = id.optional();

const spacePreferences = z.object({
  /** Without `new_customers` for plain members. */
  preferences: notificationPreferences.partial({ new_customers: true }),
  /** Types that the viewer has unsubscribed from with the link in an email from this space. */
  unsubscribed_types: z.array(notificationType),
});

export const notificationLiveEvents = {
  /** A notification is new, or something was merged into it. `unread_count` counts all unread notifications. */
  'notification.changed': z.object({ notification, unread_count: z.number().int() }),
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

export const notificationEndpoints = {
  get_notifications_with_actors: defineEndpoint({
    method: 'GET',
    path: '/api/notifications',
    summary:
      "List the viewer's notifications, latest first, 25 a page: all, of one space, or as shown inside a space.",
    access: 'signed-in',
    query: z.object({ cursor, only_space_id: id.optional(), inside_space_id: inside }),
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
  mark_notifications_as_read: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/read',
    summary:
      "Mark notifications as read, and as clicked if opened. Ids of other users' notifications change nothing.",
    access: 'signed-in',
    body: z.object({ notification_ids: z.array(id).min(1).max(100), clicked: z.boolean().default(false) }),
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
  delete_notification: defineEndpoint({
    method: 'DELETE',
    path: '/api/notifications/:notification_id',
    summary: "Delete one of the viewer's notifications.",
    access: 'signed-in',
    params: z.object({ notification_id: id }),
    output: emptyResponse,
    rateLimit: 'write',
  }),
  get_effective_notification_preferences: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/notification-preferences',
    summary:
      "Get the viewer's notification preferences in a space: those for the space, otherwise their general ones, otherwise the defaults.",
    access: 'space-member',
    params: ofSpace,
    output: spacePreferences,
    rateLimit: 'none',
  }),
  update_space_notification_preferences: defineEndpoint({
    method: 'PATCH',
    path: '/api/spaces/:space_id/notification-preferences',
    summary:
      "Change the viewer's notification preferences in a space. Missing fields stay unchanged. Turning a type on also undoes an unsubscribe link for its emails. Only the owner and admins have `new_customers`.",
    access: 'space-member',
    params: ofSpace,
    body: notificationPreferences.partial(),
    output: spacePreferences,
    errors: ['not_allowed'],
    rateLimit: 'write',
  }),
};
