import type { Locale } from '#contract/i18n/locale.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import { toGreeting } from '#server/platform/email/greeting.ts';
import { defineRateLimit, windows } from '#server/platform/http/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { accountExistsEmail } from './account-exists.email.ts';
import { confirmEmail } from './confirm-email.email.ts';
import { normalizeRecipient } from './normalize-recipient.ts';
import { createOneTimeToken } from './one-time-token.ts';
import type { TokenPurpose } from './one-time-tokens.queries.ts';
import { resetPasswordEmail } from './reset-password.email.ts';

/** What emailing a link needs from the platform. */
export type LinkMailer = Pick<Platform, 'rateLimits' | 'jobs' | 'publicUrl' | 'secret'>;

interface Recipient {
  user_id: string;
  email: string;
  full_name: string;
  email_verified: boolean;
  locale: Locale;
}

/** Emails with a link to one address, no matter who requests them. */
export const accountEmailLimit = defineRateLimit('account-email', { perSubject: 5, seconds: windows.hour });

const paths = { 'reset-password': '/reset-password', 'confirm-email': '/confirm-email' } as const;

/** Returns the URL of a new link, or null if the recipient has reached the hourly limit. */
async function createLink(
  tx: Tx,
  mailer: LinkMailer,
  recipient: Recipient,
  purpose: TokenPurpose,
): Promise<string | null> {
  const each = normalizeRecipient(recipient.email);
  if ((await mailer.rateLimits.take(tx, accountEmailLimit, { each })) > 0) return null;
  const { user_id, email } = recipient;
  const token = await createOneTimeToken(tx, { user_id, email, purpose });
  return `${mailer.publicUrl()}${paths[purpose]}?token=${token}`;
}

/** Emails a confirmation link, unless the recipient has reached the hourly limit. */
export async function emailConfirmLink(tx: Tx, mailer: LinkMailer, recipient: Recipient): Promise<void> {
  const confirm_url = await createLink(tx, mailer, recipient, 'confirm-email');
  if (!confirm_url) return;
  const seal = { secret: mailer.secret, values: ['confirm_url'] as const };
  await enqueueEmail(
    mailer.jobs,
    tx,
    { to: recipient.email, locale: recipient.locale, template: confirmEmail, values: { confirm_url } },
    seal,
  );
}

/** Emails a link to reset the password, with the same limit. */
export async function emailResetLink(tx: Tx, mailer: LinkMailer, recipient: Recipient): Promise<void> {
  const reset_url = await createLink(tx, mailer, recipient, 'reset-password');
  if (!reset_url) return;
  const { email: to, locale } = recipient;
  const values = { greeting: withLocale(locale, () => toGreeting(recipient)), reset_url };
  const seal = { secret: mailer.secret, values: ['reset_url'] as const };
  await enqueueEmail(mailer.jobs, tx, { to, locale, template: resetPasswordEmail, values }, seal);
}

/** Emails the owner of an address that it already has an account, with a link to reset the password; same limit. */
export async function emailAccountExists(tx: Tx, mailer: LinkMailer, recipient: Recipient): Promise<void> {
  const reset_url = await createLink(tx, mailer, recipient, 'reset-password');
  if (!reset_url) return;
  const { email: to, locale } = recipient;
  const values = { login_url: `${mailer.publicUrl()}/login`, reset_url };
  const seal = { secret: mailer.secret, values: ['reset_url'] as const };
  await enqueueEmail(mailer.jobs, tx, { to, locale, template: accountExistsEmail, values }, seal);
}
