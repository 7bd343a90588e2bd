import type { NotificationType } from '#contract/notifications.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { enqueueMail, type MailValues, type NoticeTemplate } from '#server/platform/mail/enqueue-mail.ts';
import { toGreeting } from '#server/platform/mail/greeting.ts';
import type { MailCheck } from '#server/platform/mail/mail-check.ts';
import type { Platform } from '#server/platform/platform.ts';
import { toMailKindWords } from './mail-words.ts';
import { type MailedNotice, selectIsStillWanted, selectMailed } from './mails.queries.ts';
import { toUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts';

/** What mails of notices need of the server. */
export type NoticeMailer = Pick<Platform, 'jobs' | 'publicUrl' | 'secret'>;

/** What an action needs to write notifications and to email them. */
export type NotificationContext = Pick<Platform, 'db'> & NoticeMailer;

/** A mail beside an entry that `notify` writes in the same transaction. */
interface NoticeMail<T extends NoticeTemplate> {
  space_id: string;
  space_name: string;
  type: NotificationType;
  user_ids: string[];
  /** Target and title of the entry: the mail is only sent while it stands there unread. */
  target_id: string;
  title: string;
  template: T;
  values: Omit<MailValues[T], 'greeting' | 'unsubscribe_url' | 'mail_kind'>;
}

const checkName = 'notice-is-unread';

/**
 * Mails people what they are told of, each with a link that ends such mails in one step. Only members who want them get
 * them, and whoever has read the entry anywhere by the time it would be sent gets none.
 */
export async function mailNotice<T extends NoticeTemplate>(
  tx: Tx,
  { jobs, publicUrl, secret }: NoticeMailer,
  notice: NoticeMail<T>,
): Promise<void> {
  const { space_id, type, target_id, title } = notice;
  for (const person of await selectMailed(tx, notice)) {
    const { id: user_id, email } = person;
    const token = toUnsubscribeToken(secret, { user_id, space_id, type });
    const about: MailedNotice = { user_id, space_id, type, target_id, title, email };
    await enqueueMail(jobs, tx, {
      to: email,
      template: notice.template,
      values: {
        ...notice.values,
        greeting: toGreeting(person),
        unsubscribe_url: `${publicUrl()}${unsubscribePath}${token}`,
        mail_kind: toMailKindWords(type, notice.space_name),
      } as unknown as MailValues[T],
      only_if: { check: checkName, about },
    });
  }
}

export const noticeMailChecks: Record<string, MailCheck> = {
  [checkName]: (db, about) => selectIsStillWanted(db, about as MailedNotice),
};
