import { t } from '#contract/i18n/translate.ts';
import type { NotificationType } from '#contract/notifications.ts';

const labels: Record<NotificationType, (space: string) => string> = {
  post_like: (space) => t('emails about likes in {space}', { space }),
  comment_reply: (space) => t('emails about comments and replies in {space}', { space }),
  mention: (space) => t('emails about mentions of you in {space}', { space }),
  space_join: (space) => t('emails about people who join {space}', { space }),
  new_post: (space) => t('emails about new posts in {space}', { space }),
  new_customer: (space) => t('emails about new paying members of {space}', { space }),
  admin_announcement: (space) => t('emails with announcements from {space}', { space }),
  event_reminder: (space) => t('emails about events in {space}', { space }),
  membership: (space) => t('emails about your requests to join {space}', { space }),
  moderation: (space) => t('emails about moderation in {space}', { space }),
};

/** Returns the kind of email as recipients read it: `emails about events in Lisbon Bakers`. */
export function toEmailKindLabel(type: NotificationType, spaceName: string): string {
  return labels[type](spaceName);
}
