import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPasswordAccount, insertPasswordSession, lockRecipient } from './auth.queries.ts';
import { emailConfirmLink } from './one-time-links/email-links.ts';
import { unknownAccountHash, verifyPassword } from './passwords.ts';
import { newSession } from './sessions/create-session.ts';

/**
 * Logs in with email (in lower case) and password; returns the token of the new session. If the password is right but
 * the address isn't confirmed, emails a new confirmation link. An address without a password takes as long as a wrong
 * password.
 * @throws AppError `invalid_credentials`, `email_not_confirmed`
 */
export async function signIn(
  platform: Platform,
  input: { email: string; password: string; user_agent: string },
): Promise<string> {
  const { db, config } = platform;
  const account = await findPasswordAccount(db, input.email);
  const isRight = await verifyPassword(account?.password_hash ?? unknownAccountHash, input.password);
  if (!account || !isRight) throw new AppError('invalid_credentials');
  if (config.requireEmailConfirmation && !account.email_verified) {
    await emailNewConfirmLink(platform, input.email);
    throw new AppError('email_not_confirmed');
  }
  const { token, row } = newSession(account.user_id, input.user_agent);
  if (!(await insertPasswordSession(db, row, account.password_hash))) {
    throw new AppError('invalid_credentials');
  }
  return token;
}

async function emailNewConfirmLink(platform: Platform, email: string): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const person = await lockRecipient(tx, email);
    if (person && !person.email_verified) await emailConfirmLink(tx, platform, person);
  });
}
