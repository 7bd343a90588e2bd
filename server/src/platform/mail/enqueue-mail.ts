import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { requireMailAddress } from './mail-address.ts';
import { sealValues } from './sealed-values.ts';

/** The mails that Hearth sends and the values each needs. */
export interface MailValues {
  'reset-password': { greeting: string; reset_url: string };
  'confirm-email': { confirm_url: string };
  'account-exists': { login_url: string; reset_url: string };
  'event-notice': {
    greeting: string;
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
  'join-request-approved': { greeting: string; space_name: string; space_url: string } & NoticeValues;
  'join-request-declined': { greeting: string; space_name: string; about_url: string } & NoticeValues;
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
const urgent: ReadonlySet<MailTemplate> = new Set(['reset-password', 'confirm-email', 'account-exists']);

/** A mail in the queue. */
export interface QueuedMail extends Omit<Mail, 'values'> {
  id: string;
  values: Record<string, string>;
  /** Further values, from `sealValues`. */
  sealed?: string;
}

/** Values of a mail that are encrypted while it waits in the queue, such as links that work once. */
interface Seal<T extends MailTemplate> {
  secret: string;
  values: readonly (keyof MailValues[T] & string)[];
}

/**
 * Queues a mail inside a transaction; it is sent only if that commits, and tried again when sending fails.
 * @throws when `to` is not exactly one address.
 */
export async function enqueueMail<T extends MailTemplate>(
  jobs: Jobs,
  tx: Db,
  mail: Mail<T>,
  seal?: Seal<T>,
): Promise<void> {
  requireMailAddress(mail.to);
  const entries = Object.entries(mail.values) as [string, string][];
  const isSealed = ([name]: [string, string]) => seal?.values.some((sealed) => sealed === name) ?? false;
  const queued: QueuedMail = {
    ...mail,
    id: newId(),
    values: Object.fromEntries(entries.filter((entry) => !isSealed(entry))),
    ...(seal && { sealed: sealValues(seal.secret, Object.fromEntries(entries.filter(isSealed))) }),
  };
  await jobs.enqueue(tx, 'send-mail', queued, { isUrgent: urgent.has(mail.template) });
}
