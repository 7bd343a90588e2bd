import { currentLocale, type Locale } from '#contract/i18n/locale.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { requireEmailAddress } from './email-address.ts';
import type { EmailTemplate } from './email-templates.ts';
import { sealValues } from './sealed-values.ts';

export interface EmailMessage<Value extends string = string> {
  to: string;
  /** The recipient's locale; that of the current request by default. */
  locale?: Locale;
  template: EmailTemplate<Value>;
  values: Record<NoInfer<Value>, string>;
  /** Checked before each attempt to send. If the check returns false, the email is dropped. */
  only_if?: { check: string; about: object };
}

/** An email in the queue. */
export interface QueuedEmail extends Omit<EmailMessage, 'template'> {
  id: string;
  /** The name of the template. */
  template: string;
  /** Further values, encrypted by `sealValues`. */
  sealed?: string;
}

/** Values that are encrypted while the email is queued, such as one-time links. */
interface Seal<Value extends string> {
  secret: string;
  values: readonly Value[];
}

/**
 * Queues an email in a transaction. It is sent only if the transaction commits, and again if sending fails.
 * @throws unless `to` is exactly one address.
 */
export async function enqueueEmail<Value extends string>(
  jobs: Jobs,
  tx: Db,
  message: EmailMessage<Value>,
  seal?: Seal<NoInfer<Value>>,
): Promise<void> {
  const { template, values, ...rest } = message;
  requireEmailAddress(message.to);
  const entries = Object.entries<string>(values);
  const isSealed = ([name]: [string, string]) => seal?.values.some((sealed) => sealed === name) ?? false;
  const queued: QueuedEmail = {
    locale: currentLocale(),
    ...rest,
    id: newId(),
    template: template.name,
    values: Object.fromEntries(entries.filter((entry) => !isSealed(entry))),
    ...(seal && { sealed: sealValues(seal.secret, Object.fromEntries(entries.filter(isSealed))) }),
  };
  await jobs.enqueue(tx, 'send-email', queued, { isUrgent: template.isUrgent ?? false });
}
