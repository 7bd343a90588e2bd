import { randomInt } from 'node:crypto';
import { isUniqueViolation } from '#server/platform/db/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { firstFreeSlug, toSlug } from '#server/platform/text/slug.ts';
import { selectTakenUsernames } from './auth.queries.ts';
import { type AuthLibrary, callLibrary } from './auth-library.ts';

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
  const wanted = toSlug(fullName, 40) || 'member';
  for (let attempt = 1; ; attempt += 1) {
    // The next number is taken first; people of one name who come at once would all take it, so then it is one by chance.
    const username =
      attempt === 1
        ? firstFreeSlug(wanted, await selectTakenUsernames(platform.db, wanted))
        : `${wanted}-${randomInt(1_000, 1_000_000)}`;
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
