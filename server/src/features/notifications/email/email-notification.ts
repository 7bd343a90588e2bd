import type { NotificationType } from '#contract/notifications.ts';
import type { Config } from '#server/platform/config.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { EmailCheck } from '#server/platform/email/email-check.ts';
import {
  type EmailValues,
  enqueueEmail,
  type NotificationTemplate,
} from '#server/platform/email/enqueue-email.ts';
import { toGreeting } from '#server/platform/email/greeting.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type EmailedNotification, isStillWanted, listEmailRecipients } from './email.queries.ts';
import { toEmailKindLabel } from './email-labels.ts';
import { toUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts';

/** What mails of notices need of the server. */
export type NotificationMailer = Pick<Platform, 'config' | 'jobs' | 'publicUrl' | 'secret'>;

/** What an action needs to write notifications and to email them. */
export type NotificationContext = Pick<Platform, 'db'> & NotificationMailer;

/** A mail beside an entry that `notify` writes in the same transaction. */
interface NotificationEmail<T extends NotificationTemplate> {
  space_id: string;
  space_name: string;
  type: NotificationType;
  user_ids: string[];
  /** Target and title of the entry: the mail is only sent while it stands there unread. */
  target_id: string;
  title: string;
  template: T;
  values: Omit<EmailValues[T], 'greeting' | 'unsubscribe_url' | 'email_kind'>;
}

/** Real emails go to confirmed addresses only: anyone can sign up with someone else's. The local mailbox takes all. */
const needsConfirmedAddress = ({ smtpUrl }: Pick<Config, 'smtpUrl'>) => smtpUrl !== null;

const checkName = 'notification-is-unread';

/**
 * Mails people what they are told of, each with a link that ends such mails in one step. Only members who want them get
 * them, and whoever has read the entry anywhere by the time it would be sent gets none.
 */
export async function emailNotification<T extends NotificationTemplate>(
  tx: Tx,
  { config, jobs, publicUrl, secret }: NotificationMailer,
  notification: NotificationEmail<T>,
): Promise<void> {
  const { space_id, type, target_id, title } = notification;
  for (const person of await listEmailRecipients(tx, {
    ...notification,
    confirmed_only: needsConfirmedAddress(config),
  })) {
    const { id: user_id, email } = person;
    const token = toUnsubscribeToken(secret, { user_id, space_id, type });
    const about: EmailedNotification = { user_id, space_id, type, target_id, title, email };
    await enqueueEmail(jobs, tx, {
      to: email,
      template: notification.template,
      values: {
        ...notification.values,
        greeting: toGreeting(person),
        unsubscribe_url: `${publicUrl()}${unsubscribePath}${token}`,
        email_kind: toEmailKindLabel(type, notification.space_name),
      } as unknown as EmailValues[T],
      only_if: { check: checkName, about },
    });
  }
}

export const notificationEmailChecks: Record<string, EmailCheck> = {
  [checkName]: ({ db, config }, about) =>
    isStillWanted(db, about as EmailedNotification, { confirmed_only: needsConfirmedAddress(config) }),
};
