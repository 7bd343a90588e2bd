import type { Db } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** The mails that Hearth sends and the values each needs. */
export interface MailValues {
  'reset-password': { full_name: string; reset_url: string };
  'confirm-email': { full_name: string; confirm_url: string };
}
export type MailTemplate = keyof MailValues;

export interface Mail<T extends MailTemplate = MailTemplate> {
  to: string;
  template: T;
  values: MailValues[T];
}

/** Queues a mail inside a transaction; it is sent only if that commits, and tried again when sending fails. */
export async function enqueueMail<T extends MailTemplate>(jobs: Jobs, tx: Db, mail: Mail<T>): Promise<void> {
  await jobs.enqueue(tx, 'send-mail', mail);
}
