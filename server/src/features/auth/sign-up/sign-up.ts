import { currentLocale } from '#contract/i18n/locale.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertPendingSignUp } from '../auth.queries.ts';
import { emailConfirmLink } from '../one-time-links/email-links.ts';
import { hashPassword } from '../passwords.ts';
import { createSession } from '../sessions/create-session.ts';
import { createAccount } from './create-account.ts';

export interface SignUp {
  first_name: string;
  last_name: string;
  /** In lower case. */
  email: string;
  password: string;
}

/**
 * Creates an account and returns the token of its first session. If addresses must be confirmed, returns null and
 * leaves the account to `complete-sign-up`: nothing here depends on whether the address has an account, so neither
 * the response nor its timing reveals it.
 * @throws AppError `email_taken` if addresses need no confirmation
 */
export async function signUp(platform: Platform, input: SignUp, userAgent?: string): Promise<string | null> {
  const { password, ...fields } = input;
  const password_hash = await hashPassword(password);
  const { db, jobs, config } = platform;
  const locale = currentLocale();
  if (config.requireEmailConfirmation) {
    const id = newId();
    await db.transaction().execute(async (tx) => {
      await insertPendingSignUp(tx, { ...fields, id, password_hash });
      await jobs.enqueue(tx, 'complete-sign-up', { sign_up_id: id, locale }, { isUrgent: true });
    });
    return null;
  }
  const account = { ...fields, password_hash, email_verified: false, bio: null, locale };
  return await createAccount(db, account, async (tx, { user_id, is_new }) => {
    if (!is_new) throw new AppError('email_taken');
    const { email, email_verified } = account;
    const full_name = `${fields.first_name} ${fields.last_name}`;
    // Without it they would get no notification emails: those go to confirmed addresses only.
    if (config.smtpUrl !== null) {
      await emailConfirmLink(tx, platform, { user_id, email, full_name, email_verified, locale });
    }
    return await createSession(tx, user_id, userAgent);
  });
}
