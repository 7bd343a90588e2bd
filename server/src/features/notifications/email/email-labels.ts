import type { NotificationType } from '#contract/notifications.ts';

const about: Record<NotificationType, string> = {
  post_like: 'mails about likes in',
  comment_reply: 'mails about comments and replies in',
  mention: 'mails about mentions of you in',
  space_join: 'mails about people who join',
  new_post: 'mails about new posts in',
  new_customer: 'mails about new paying members of',
  admin_announcement: 'mails with the announcements of',
  event_reminder: 'mails about events in',
  membership: 'emails about your requests to join',
  moderation: 'emails about moderation in',
};

/** Mails of a type from a space, as a person reads of them: `mails about events in Lisbon Bakers`. */
export function toEmailKindLabel(type: NotificationType, spaceName: string): string {
  return `${about[type]} ${spaceName}`;
}
