import type { TargetKind } from '../../values/targets.ts';

interface PreferenceDeclaration {
  default: boolean;
  /** Only the owner and admins are ever notified. */
  moderators_only: boolean;
  /** Whether a space can have its own value. */
  per_space: boolean;
}
const forMembers = { default: true, moderators_only: false, per_space: true } as const;

/**
 * The preferences that turn types of notifications on and off. Each is a column of `notification_preferences`, and of
 * `space_notification_preferences` if it's `per_space`.
 */
export const typePreferences = {
  new_posts: { ...forMembers, default: false },
  comments: forMembers,
  likes: forMembers,
  mentions: forMembers,
  messages: { ...forMembers, per_space: false },
  space_joins: forMembers,
  new_customers: { ...forMembers, moderators_only: true },
  admin_announcements: forMembers,
  new_courses: { ...forMembers, default: false },
  event_reminders: forMembers,
} as const satisfies Record<string, PreferenceDeclaration>;
export type TypePreference = keyof typeof typePreferences;

/**
 * What notifications that are merged have in common: values of the notification, or `params.…`. With `conversation`, those that
 * happened in a space stay separate.
 */
type GroupingPart = 'target' | 'post' | 'space' | 'conversation' | 'actor' | 'day' | `params.${string}`;

interface NotificationDeclaration {
  /** The kinds of its target. It leads there unless the web declares another link. */
  targets: readonly TargetKind[];
  /** The preference that turns it off; null if only turning off both push and email does. */
  preference: TypePreference | null;
  /** Who can get it: active members of the space or participants of the conversation, or also people who aren't members. */
  recipients: 'members' | 'anyone';
  /**
   * Notifications of one recipient that agree in `by` are merged into one, with their actors; null if each one is
   * separate. `repeats`: whether the same actor again changes it (`renew`) or not (`ignore`).
   */
  grouping: { by: readonly GroupingPart[]; repeats: 'ignore' | 'renew' } | null;
  /**
   * What happens to it when its target is deleted. `keep_merged`: it is kept, without its excerpt, if it has other
   * actors. `redirect`: it leads to another target if there is one. Otherwise both are deleted.
   */
  target_deleted: 'delete' | 'keep' | 'keep_merged' | 'redirect';
  /**
   * Whether it is in the list under the bell. Of the others, only emails and pushes exist: what they are about has a list and a
   * badge of its own.
   */
  is_listed: boolean;
  /** Whether looking at the post or the comment that it is about shows what it says, and so marks it as read. */
  seen_on_post: boolean;
  /** Whether its recipient also sees it while they are inside its space. */
  shown_inside_space: boolean;
  /**
   * What its recipient can mute to stop it: its post, its space, its conversation. The types that no preference turns off can't
   * be muted.
   */
  muted_with: readonly ('post' | 'space' | 'conversation')[];
  /**
   * How it is emailed. `own`: the feature sends an email of its own at once. `bundle`: with the other unread
   * notifications of a space, as often as its recipient chose, or with those of all conversations.
   */
  email: 'own' | 'bundle';
  /**
   * How urgent it is on devices, and for how many seconds the push service keeps it for a device that is offline; null if
   * it isn't pushed.
   */
  push: { urgency: 'high' | 'normal' | 'low'; ttl: number } | null;
}

const hour = 60 * 60;
const day = 24 * hour;

/** What every type has unless it says otherwise. */
const defaults = {
  recipients: 'members',
  grouping: null,
  target_deleted: 'delete',
  is_listed: true,
  seen_on_post: true,
  shown_inside_space: false,
  muted_with: ['post', 'space'],
  email: 'bundle',
} as const satisfies Partial<NotificationDeclaration>;

/**
 * The types of notifications. To add one, declare it here, with the values of its sentence in `notification-params.ts`, call `notify` in its
 * feature on the server, and write its sentence, icon and reason in `notification-copy.ts`.
 */
export const notificationTypes = {
  /** A like of a post or a comment. */
  post_like: {
    ...defaults,
    targets: ['post', 'comment'],
    preference: 'likes',
    grouping: { by: ['target'], repeats: 'ignore' },
    push: { urgency: 'low', ttl: day },
  },
  comment_reply: {
    ...defaults,
    targets: ['comment'],
    preference: 'comments',
    grouping: { by: ['post'], repeats: 'renew' },
    target_deleted: 'keep_merged',
    shown_inside_space: true,
    push: { urgency: 'normal', ttl: day },
  },
  mention: {
    ...defaults,
    targets: ['post', 'comment', 'message'],
    preference: 'mentions',
    grouping: { by: ['conversation'], repeats: 'renew' },
    shown_inside_space: true,
    muted_with: ['space', 'conversation'],
    push: { urgency: 'high', ttl: day },
  },
  /** The unread messages of a conversation, all together. The target is the latest one, and the excerpt its text. */
  new_message: {
    ...defaults,
    targets: ['message'],
    preference: 'messages',
    is_listed: false,
    muted_with: ['conversation'],
    push: { urgency: 'high', ttl: day },
  },
  /** Someone added the recipient to a group. The target is the line of the system that says so. */
  group_added: {
    ...defaults,
    targets: ['message'],
    preference: 'messages',
    grouping: { by: ['conversation'], repeats: 'renew' },
    muted_with: ['conversation'],
    push: { urgency: 'normal', ttl: day },
  },
  /** Someone joined or asked to join: for the moderators. */
  space_join: {
    ...defaults,
    targets: ['space'],
    preference: 'space_joins',
    // By event, so that one sentence is true for all actors.
    grouping: { by: ['space', 'day', 'params.event'], repeats: 'ignore' },
    push: { urgency: 'low', ttl: day },
  },
  new_post: {
    ...defaults,
    targets: ['post'],
    preference: 'new_posts',
    grouping: { by: ['space', 'actor', 'day'], repeats: 'renew' },
    target_deleted: 'redirect',
    push: { urgency: 'low', ttl: day },
  },
  new_customer: {
    ...defaults,
    targets: ['space'],
    preference: 'new_customers',
    push: { urgency: 'low', ttl: day },
  },
  admin_announcement: {
    ...defaults,
    targets: ['post'],
    preference: 'admin_announcements',
    push: { urgency: 'normal', ttl: day },
  },
  /** A course was published. The excerpt is its description. */
  new_course: {
    ...defaults,
    targets: ['course'],
    preference: 'new_courses',
    grouping: { by: ['target'], repeats: 'renew' },
    seen_on_post: false,
    muted_with: ['space'],
    push: { urgency: 'low', ttl: day },
  },
  /** Pages of a course were published within an hour. The target is the course; with `post_id`, that page of it. */
  new_pages: {
    ...defaults,
    targets: ['course'],
    preference: 'new_courses',
    grouping: { by: ['target', 'params.since'], repeats: 'renew' },
    seen_on_post: false,
    muted_with: ['space'],
    push: { urgency: 'low', ttl: day },
  },
  /** A reminder of an event, or a change of it. */
  event_reminder: {
    ...defaults,
    targets: ['event'],
    preference: 'event_reminders',
    grouping: { by: ['target'], repeats: 'renew' },
    email: 'own',
    push: { urgency: 'high', ttl: hour },
  },
  /** A decision on the recipient's own request to join. */
  membership: {
    ...defaults,
    targets: ['space'],
    preference: null,
    muted_with: [],
    recipients: 'anyone',
    email: 'own',
    push: { urgency: 'normal', ttl: day },
  },
  /** A moderator removed the recipient's post or comment; the excerpt is the reason. */
  content_removed: {
    ...defaults,
    targets: ['post', 'comment'],
    preference: null,
    muted_with: [],
    seen_on_post: false,
    target_deleted: 'keep',
    push: { urgency: 'normal', ttl: day },
  },
  /** Moderators reviewed a report by the recipient. `kind` is what they reported; the target may be just the space. */
  report_reviewed: {
    ...defaults,
    targets: ['post', 'comment', 'space'],
    preference: null,
    muted_with: [],
    seen_on_post: false,
    push: { urgency: 'low', ttl: day },
  },
} as const satisfies Record<string, NotificationDeclaration>;

type Types = typeof notificationTypes;
export type NotificationType = keyof Types;
/** The types that have an email of their own. */
export type OwnEmailType = {
  [T in NotificationType]: Types[T]['email'] extends 'own' ? T : never;
}[NotificationType];
/** The types of which people have entries in a list. */
export type ListedType = {
  [T in NotificationType]: Types[T]['is_listed'] extends true ? T : never;
}[NotificationType];
export type NotificationTargetKind<T extends NotificationType = NotificationType> =
  Types[T]['targets'][number];

/** All types, in the order of their declaration. */
export const notificationTypeNames = Object.keys(notificationTypes) as [
  NotificationType,
  ...NotificationType[],
];

/** Returns the declaration of a type. Throws if there is none. */
export function declarationOf(type: NotificationType): NotificationDeclaration {
  if (!Object.hasOwn(notificationTypes, type)) throw new Error(`unknown notification type ${type}`);
  return notificationTypes[type];
}

/** Returns the types whose declaration meets a condition. */
export const typesWhere = (
  condition: (declaration: NotificationDeclaration) => boolean,
): NotificationType[] => notificationTypeNames.filter((type) => condition(notificationTypes[type]));

const hasOwnEmail = (type: NotificationType): type is OwnEmailType => notificationTypes[type].email === 'own';
export const ownEmailTypes = notificationTypeNames.filter(hasOwnEmail);
