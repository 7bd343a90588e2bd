import type { NotificationType } from '#contract/notifications.ts';

const labels: Record<NotificationType, string> = {
  post_like: 'emails about likes in',
  comment_reply: 'emails about comments and replies in',
  mention: 'emails about mentions of you in',
  space_join: 'emails about people who join',
  new_post: 'emails about new posts in',
  new_customer: 'emails about new paying members of',
  admin_announcement: 'emails with announcements from',
  event_reminder: 'emails about events in',
  membership: 'emails about your requests to join',
  moderation: 'emails about moderation in',
};

/** Returns the kind of email as recipients read it: `emails about events in Lisbon Bakers`. */
export function toEmailKindLabel(type: NotificationType, spaceName: string): string {
  return `${labels[type]} ${spaceName}`;
}
