import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { requireMailAddress } from './mail-address.ts';

/** The mails that Hearth sends and the values each needs. */
export interface MailValues {
  'reset-password': { full_name: string; reset_url: string };
  'confirm-email': { full_name: string; confirm_url: string };
  'event-notice': {
    full_name: string;
    headline: string;
    event_when: string;
    event_where: string;
    space_name: string;
    event_url: string;
    calendar_url: string;
  } & NoticeValues;
  'operator-report': {
    space_name: string;
    author_name: string;
    reporter_name: string;
    reported: string;
    reason: string;
    note: string;
    case_id: string;
    reported_url: string;
  };
  'join-request-approved': { full_name: string; space_name: string; space_url: string } & NoticeValues;
  'join-request-declined': { full_name: string; space_name: string; about_url: string } & NoticeValues;
}
/** What every mail has that tells of a notification. */
interface NoticeValues {
  /** Ends such mails in one step. */
  unsubscribe_url: string;
  /** What it ends: `mails about events in Lisbon Bakers`. */
  mail_kind: string;
}
export type MailTemplate = keyof MailValues;
/** Mails that tell of a notification. */
export type NoticeTemplate = {
  [T in MailTemplate]: MailValues[T] extends NoticeValues ? T : never;
}[MailTemplate];

export interface Mail<T extends MailTemplate = MailTemplate> {
  to: string;
  template: T;
  values: MailValues[T];
  /** Asked of the feature that knows at each try to send: a mail that is not worth sending any more is dropped. */
  only_if?: { check: string; about: object };
}

/** Mails that somebody is waiting for go before those that tell of something. */
const urgent: ReadonlySet<MailTemplate> = new Set(['reset-password', 'confirm-email']);

/** A mail in the queue. */
export interface QueuedMail extends Mail {
  id: string;
}

/**
 * Queues a mail inside a transaction; it is sent only if that commits, and tried again when sending fails.
 * @throws when `to` is not exactly one address.
 */
export async function enqueueMail<T extends MailTemplate>(jobs: Jobs, tx: Db, mail: Mail<T>): Promise<void> {
  requireMailAddress(mail.to);
  await jobs.enqueue(tx, 'send-mail', { ...mail, id: newId() }, { isUrgent: urgent.has(mail.template) });
}
