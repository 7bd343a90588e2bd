import {
  declarationOf,
  type NotificationType,
  type TypePreference,
} from '#contract/features/notifications/notification-types.ts';
import type { Notification, NotificationOf } from '#contract/features/notifications/notifications.ts';
import { t } from '#contract/i18n/translate.ts';

const ofPostOrComment = (
  { target_type }: Notification,
  { post, comment }: { post: string; comment: string },
): string => (target_type === 'comment' ? comment : post);

const reasons: { readonly [T in NotificationType]: (entry: NotificationOf<T>) => string } = {
  post_like: (entry) =>
    ofPostOrComment(entry, { post: t("It's your post"), comment: t("It's your comment") }),
  comment_reply: ({ params }) => (params.to === 'comment' ? t("It's your comment") : t("It's your post")),
  mention: () => t('You were mentioned'),
  space_join: () => t('You run this space'),
  new_post: () => t('You chose new posts'),
  new_customer: () => t('You run this space'),
  admin_announcement: () => t("You're a member"),
  event_reminder: () => t("You RSVP'd"),
  membership: () => t('You asked to join'),
  content_removed: (entry) =>
    ofPostOrComment(entry, { post: t('It was your post'), comment: t('It was your comment') }),
  report_reviewed: () => t('You reported it'),
};

/** Says in a few words why the reader got a notification. */
export const toReason = (entry: Notification): string =>
  (reasons[entry.type] as (entry: Notification) => string)(entry);

/** What stops notifications like one: muting its post, or turning a preference of its space off. */
export type Stop = { kind: 'post'; post_id: string } | { kind: 'preference'; preference: TypePreference };

/** Returns what stops notifications like this one; null if nothing does. */
export function toStop({ type, post_id }: Notification): Stop | null {
  const { preference } = declarationOf(type);
  if (preference === null) return null;
  // Comments come in any number under one post, and are wanted under the next.
  return type === 'comment_reply' && post_id !== null
    ? { kind: 'post', post_id }
    : { kind: 'preference', preference };
}
