import type { NotificationParams } from '#contract/features/notifications/notification-params.ts';
import { declarationOf, type OwnEmailType } from '#contract/features/notifications/notification-types.ts';
import { t } from '#contract/i18n/translate.ts';
import type { Config } from '#server/platform/config.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { EmailCheck } from '#server/platform/email/email-check.ts';
import type { EmailTemplate, NotificationValue } from '#server/platform/email/email-templates.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import { toGreeting } from '#server/platform/email/greeting.ts';
import type { Platform } from '#server/platform/platform.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { type EmailedNotification, isStillWanted, listEmailRecipients } from './email.queries.ts';
import { unsubscribeCopy } from './email-copy.ts';
import { toUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts';

/** What notification emails need from the platform. */
export type NotificationMailer = Pick<Platform, 'config' | 'jobs' | 'publicUrl' | 'secret' | 'rateLimits'>;

/** What an action needs to write notifications and email them. */
export type NotificationContext = Pick<Platform, 'db'> & NotificationMailer;

/** The values of a template that `emailNotification` doesn't add. */
type OwnValues<Value extends string> = Record<Exclude<Value, NotificationValue>, string>;

/** An email that goes with a notification written by `notify` in the same transaction. */
interface NotificationEmail<Type extends OwnEmailType, Value extends string> {
  space_id: string;
  space_name: string;
  user_ids: string[];
  /** What identifies the notification. The email is sent only while that notification exists and is unread. */
  type: Type;
  target_id: string;
  params: NotificationParams<Type>;
  template: EmailTemplate<Value | NotificationValue>;
  /** A function creates them in the language of each recipient, whose time zone it gets. */
  values: OwnValues<NoInfer<Value>> | ((timeZone: string) => OwnValues<NoInfer<Value>>);
}

/** Real emails go to confirmed addresses only: anyone can sign up with someone else's. The local mailbox takes all. */
export const needsConfirmedAddress = ({ smtpUrl }: Pick<Config, 'smtpUrl'>) => smtpUrl !== null;

const checkName = 'notification-is-unread';

/**
 * Enqueues an email for each recipient, with a link that unsubscribes them in one step. Only members who want emails
 * of this type get one, and none is sent if the recipient has read the notification by then.
 */
export async function emailNotification<Type extends OwnEmailType, Value extends string>(
  tx: Tx,
  { config, jobs, publicUrl, secret }: NotificationMailer,
  notification: NotificationEmail<Type, Value>,
): Promise<void> {
  const { space_id, space_name, type, target_id, params, values } = notification;
  for (const recipient of await listEmailRecipients(tx, {
    ...notification,
    confirmed_only: needsConfirmedAddress(config),
  })) {
    const { id: user_id, email, locale, time_zone } = recipient;
    const token = toUnsubscribeToken(secret, { user_id, space_id, type });
    const about: EmailedNotification = { user_id, space_id, type, target_id, params, email };
    const message = withLocale(locale, () => ({
      ...(typeof values === 'function' ? values(time_zone) : values),
      greeting: toGreeting(recipient),
      unsubscribe_url: `${publicUrl()}${unsubscribePath}${token}`,
      unsubscribe_question: t(unsubscribeCopy[type].question, { space: space_name }),
    }));
    await enqueueEmail(jobs, tx, {
      to: email,
      locale,
      template: notification.template,
      values: message as Record<Value | NotificationValue, string>,
      only_if: { check: checkName, about },
    });
  }
}

/**
 * Returns whether what an email is about is still open to its recipient. What no preference turns off isn't about something that can
 * be closed.
 */
async function isStillOpen(
  { db, targets }: Pick<Platform, 'db' | 'targets'>,
  { type, user_id, space_id, target_id }: EmailedNotification,
): Promise<boolean> {
  const { preference, targets: kinds } = declarationOf(type);
  if (preference === null) return true;
  const entry = { user_id, space_id, id: target_id, post_id: null };
  for (const kind of kinds) {
    const { notifications } = targets[kind];
    if (notifications && (await notifications.onlyReaders(db, [entry])).length === 0) return false;
  }
  return true;
}

const isEmailWanted: EmailCheck = async (context, about) => {
  const notification = about as EmailedNotification;
  const confirmed_only = needsConfirmedAddress(context.config);
  const verdict = await isStillWanted(context.db, notification, { confirmed_only });
  return verdict === true ? await isStillOpen(context, notification) : verdict;
};

export const notificationEmailChecks: Record<string, EmailCheck> = { [checkName]: isEmailWanted };
