import { isUniqueViolation } from '#server/platform/db/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { selectTakenUsernames } from './auth.queries.ts';
import { type AuthLibrary, callLibrary } from './auth-library.ts';
import { chooseUsername } from './choose-username.ts';

export interface SignUp {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

const attempts = 5;

/**
 * Creates an account with a username of its own. Answers the new session's token, or null when the address must be
 * confirmed first (also for an address that has an account: it cannot be found out by signing up).
 * @throws AppError `email_taken` when addresses need no confirmation.
 */
export async function signUp(
  platform: Platform,
  library: AuthLibrary,
  input: SignUp,
): Promise<string | null> {
  const fullName = `${input.first_name} ${input.last_name}`;
  for (let attempt = 1; ; attempt += 1) {
    const username = await chooseUsername(platform.db, fullName, attempt);
    try {
      const { token } = await callLibrary(() =>
        library.api.signUpEmail({ body: { ...input, name: fullName, username, profile_url: username } }),
      );
      return token;
    } catch (error) {
      if (attempt < attempts && (await isUsernameRace(platform, error, username))) continue;
      throw error;
    }
  }
}

async function isUsernameRace(platform: Platform, error: unknown, username: string): Promise<boolean> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isUniqueViolation(cause)) return true;
  }
  return (await selectTakenUsernames(platform.db, username)).has(username);
}
