import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { requireEmailAddress } from './email-address.ts';
import { sealValues } from './sealed-values.ts';

/** The mails that Hearth sends and the values each needs. */
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
/** What every mail has that tells of a notification. */
interface NotificationValues {
  /** Ends such mails in one step. */
  unsubscribe_url: string;
  /** What it ends: `mails about events in Lisbon Bakers`. */
  email_kind: string;
}
export type EmailTemplate = keyof EmailValues;
/** Mails that tell of a notification. */
export type NotificationTemplate = {
  [T in EmailTemplate]: EmailValues[T] extends NotificationValues ? T : never;
}[EmailTemplate];

export interface EmailMessage<T extends EmailTemplate = EmailTemplate> {
  to: string;
  template: T;
  values: EmailValues[T];
  /** Asked of the feature that knows at each try to send: a mail that is not worth sending any more is dropped. */
  only_if?: { check: string; about: object };
}

/** Mails that somebody is waiting for go before those that tell of something. */
const urgent: ReadonlySet<EmailTemplate> = new Set(['reset-password', 'confirm-email', 'account-exists']);

/** A mail in the queue. */
export interface QueuedEmail extends Omit<EmailMessage, 'values'> {
  id: string;
  values: Record<string, string>;
  /** Further values, from `sealValues`. */
  sealed?: string;
}

/** Values of a mail that are encrypted while it waits in the queue, such as links that work once. */
interface Seal<T extends EmailTemplate> {
  secret: string;
  values: readonly (keyof EmailValues[T] & string)[];
}

/**
 * Queues a mail inside a transaction; it is sent only if that commits, and tried again when sending fails.
 * @throws when `to` is not exactly one address.
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
    ...message,
    id: newId(),
    values: Object.fromEntries(entries.filter((entry) => !isSealed(entry))),
    ...(seal && { sealed: sealValues(seal.secret, Object.fromEntries(entries.filter(isSealed))) }),
  };
  await jobs.enqueue(tx, 'send-email', queued, { isUrgent: urgent.has(message.template) });
}
