import type { Tx } from '#server/platform/db/database.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import { toGreeting } from '#server/platform/email/greeting.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countAccountEmail } from './email-limit.ts';
import { createOneTimeToken } from './one-time-token.ts';
import type { TokenPurpose } from './one-time-tokens.queries.ts';

/** What emailing a link needs of the server. */
export type LinkMailer = Pick<Platform, 'config' | 'jobs' | 'publicUrl' | 'secret'>;

interface Recipient {
  user_id: string;
  email: string;
  full_name: string;
  email_verified: boolean;
}

const paths = { 'reset-password': '/reset-password', 'confirm-email': '/confirm-email' } as const;

/** The address of a new link of this purpose; null when the recipient has had enough emails this hour. */
async function createLink(
  tx: Tx,
  mailer: LinkMailer,
  person: Recipient,
  purpose: TokenPurpose,
): Promise<string | null> {
  if (mailer.config.rateLimits && !(await countAccountEmail(tx, person.email))) return null;
  const { user_id, email } = person;
  const token = await createOneTimeToken(tx, { user_id, email, purpose });
  return `${mailer.publicUrl()}${paths[purpose]}?token=${token}`;
}

/** Emails a link to confirm an address, unless its recipient has had enough emails this hour. */
export async function emailConfirmLink(tx: Tx, mailer: LinkMailer, person: Recipient): Promise<void> {
  const confirm_url = await createLink(tx, mailer, person, 'confirm-email');
  if (!confirm_url) return;
  const seal = { secret: mailer.secret, values: ['confirm_url'] as const };
  await enqueueEmail(
    mailer.jobs,
    tx,
    { to: person.email, template: 'confirm-email', values: { confirm_url } },
    seal,
  );
}

/** Emails a link to choose a new password, under the same limit. */
export async function emailResetLink(tx: Tx, mailer: LinkMailer, person: Recipient): Promise<void> {
  const reset_url = await createLink(tx, mailer, person, 'reset-password');
  if (!reset_url) return;
  const values = { greeting: toGreeting(person), reset_url };
  const seal = { secret: mailer.secret, values: ['reset_url'] as const };
  await enqueueEmail(mailer.jobs, tx, { to: person.email, template: 'reset-password', values }, seal);
}

/** Tells whoever signed up with an address that it has an account, with a link to choose a new password; same limit. */
export async function emailAccountExists(tx: Tx, mailer: LinkMailer, person: Recipient): Promise<void> {
  const reset_url = await createLink(tx, mailer, person, 'reset-password');
  if (!reset_url) return;
  const values = { login_url: `${mailer.publicUrl()}/login`, reset_url };
  const seal = { secret: mailer.secret, values: ['reset_url'] as const };
  await enqueueEmail(mailer.jobs, tx, { to: person.email, template: 'account-exists', values }, seal);
}
