import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { lockRecipient } from './auth.queries.ts';
import { type AuthLibrary, callLibrary } from './auth-library.ts';
import { emailConfirmLink } from './one-time-links/email-links.ts';

/**
 * Logs in with email and password; returns the token of the new session. If the password is right but the address
 * isn't confirmed, emails a new confirmation link.
 * @throws AppError `invalid_credentials`, `email_not_confirmed`
 */
export async function checkPassword(
  platform: Platform,
  library: AuthLibrary,
  { user_agent, ...body }: { email: string; password: string; user_agent: string },
): Promise<string> {
  try {
    const headers = new Headers({ 'user-agent': user_agent });
    const { token } = await callLibrary(() => library.api.signInEmail({ body, headers }));
    return token;
  } catch (error) {
    if (error instanceof AppError && error.code === 'email_not_confirmed') {
      await platform.db.transaction().execute(async (tx) => {
        const person = await lockRecipient(tx, body.email);
        if (person && !person.email_verified) await emailConfirmLink(tx, platform, person);
      });
    }
    throw error;
  }
}
