import { currentLocale, type Locale } from '#contract/i18n/locale.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { requireEmailAddress } from './email-address.ts';
import { sealValues } from './sealed-values.ts';

/** The emails that Hearth sends, and the values of each. */
export interface EmailValues {
  'reset-password': { greeting: string; reset_url: string };
  'confirm-email': { confirm_url: string };
  'account-exists': { login_url: string; reset_url: string };
  'event-notification': {
    greeting: string;
    headline: string;
    event_when: string;
    event_where: string;
    space_name: string;
    event_url: string;
    calendar_url: string;
  } & NotificationValues;
  'operator-report': {
    space_name: string;
    author_name: string;
    reporter_name: string;
    reported: string;
    reason: string;
    note: string;
    case_id: string;
    /** How many reports were not emailed, as a sentence; empty for none. */
    unsent: string;
    reported_url: string;
  };
  'join-request-approved': { greeting: string; space_name: string; space_url: string } & NotificationValues;
  'join-request-declined': { greeting: string; space_name: string; about_url: string } & NotificationValues;
}
/** The values of every email about a notification. */
interface NotificationValues {
  /** Unsubscribes from such emails in one step. */
  unsubscribe_url: string;
  /** Asks before the link: "Don't want emails about events in Lisbon Bakers?" */
  unsubscribe_question: string;
}
export type EmailTemplate = keyof EmailValues;
/** The emails about notifications. */
export type NotificationTemplate = {
  [T in EmailTemplate]: EmailValues[T] extends NotificationValues ? T : never;
}[EmailTemplate];

export interface EmailMessage<T extends EmailTemplate = EmailTemplate> {
  to: string;
  /** The recipient's locale; that of the current request by default. */
  locale?: Locale;
  template: T;
  values: EmailValues[T];
  /** Checked before each attempt to send. If the check returns false, the email is dropped. */
  only_if?: { check: string; about: object };
}

/** Emails that a user is waiting for are sent before notifications. */
const urgent: ReadonlySet<EmailTemplate> = new Set(['reset-password', 'confirm-email', 'account-exists']);

/** An email in the queue. */
export interface QueuedEmail extends Omit<EmailMessage, 'values'> {
  id: string;
  values: Record<string, string>;
  /** Further values, encrypted by `sealValues`. */
  sealed?: string;
}

/** Values that are encrypted while the email is queued, such as one-time links. */
interface Seal<T extends EmailTemplate> {
  secret: string;
  values: readonly (keyof EmailValues[T] & string)[];
}

/**
 * Queues an email in a transaction. It is sent only if the transaction commits, and again if sending fails.
 * @throws unless `to` is exactly one address.
 */
export async function enqueueEmail<T extends EmailTemplate>(
  jobs: Jobs,
  tx: Db,
  message: EmailMessage<T>,
  seal?: Seal<T>,
): Promise<void> {
  requireEmailAddress(message.to);
  const entries = Object.entries(message.values) as [string, string][];
  const isSealed = ([name]: [string, string]) => seal?.values.some((sealed) => sealed === name) ?? false;
  const queued: QueuedEmail = {
    locale: currentLocale(),
    ...message,
    id: newId(),
    values: Object.fromEntries(entries.filter((entry) => !isSealed(entry))),
    ...(seal && { sealed: sealValues(seal.secret, Object.fromEntries(entries.filter(isSealed))) }),
  };
  await jobs.enqueue(tx, 'send-email', queued, { isUrgent: urgent.has(message.template) });
}
