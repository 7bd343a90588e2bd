import { currentLocale } from '#contract/i18n/locale.ts';
import { isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { HookContext } from '#server/platform/lifecycle.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  deleteCredentials,
  findLinkedUserId,
  findUserByEmail,
  insertLink,
  insertVerifiedUser,
  markEmailVerified,
} from '../auth.queries.ts';
import { secureAccount } from '../sessions/secure-account.ts';
import { chooseUsername } from '../sign-up/choose-username.ts';
import { toExternalEmail, toExternalPerson } from './external-person.ts';
import type { ExternalProvider, ExternalSecrets } from './external-provider.ts';

/** The user to log in. */
interface ExternalSignIn {
  user_id: string;
  password_removed: boolean;
}

const maxAttempts = 5;

/**
 * Verifies the identity from the provider and returns its account: the linked one, otherwise the one with the
 * verified address, otherwise a new one.
 * @throws AppError `external_sign_in_failed`, `external_sign_in_unavailable`, `external_email_unverified`
 */
export async function exchangeExternalCode(
  platform: Platform,
  provider: ExternalProvider,
  response: { code: string; iss?: string },
  secrets: ExternalSecrets,
): Promise<ExternalSignIn> {
  const identity = await provider.exchange(response, secrets);
  // A subject is unique only within its issuer, so the issuer is part of the identity.
  const link = { provider_id: identity.issuer, account_id: identity.subject };
  const linked = await findLinkedUserId(platform.db, link);
  if (linked) return { user_id: linked, password_removed: false };

  const claims = await identity.readClaims();
  const address = toExternalEmail(claims);
  if (!address?.verified) throw new AppError('external_email_unverified');
  const person = {
    ...toExternalPerson(claims, address.email),
    email: address.email,
    locale: currentLocale(),
  };

  for (let attempt = 1; ; attempt += 1) {
    const username = await chooseUsername(platform.db, person.full_name, attempt);
    try {
      return await platform.db.transaction().execute(async (tx) => {
        const linkedNow = await findLinkedUserId(tx, link);
        if (linkedNow) return { user_id: linkedNow, password_removed: false };
        const existing = await findUserByEmail(tx, person.email);
        const user_id = existing?.id ?? (await insertVerifiedUser(tx, { ...person, username }));
        const password_removed = existing !== null && !existing.email_verified;
        if (password_removed) await takeOver(tx, platform, user_id);
        await insertLink(tx, { ...link, user_id });
        return { user_id, password_removed };
      });
    } catch (error) {
      // The username, the address or this identity was taken meanwhile: try again.
      if (attempt < maxAttempts && isUniqueViolation(error)) continue;
      throw error;
    }
  }
}

/**
 * Gives an account with an unconfirmed address to the person who proved that the address is theirs. Deletes the
 * credentials, sessions and links of the person who created it: an attacker could register the address in advance.
 */
async function takeOver(tx: Tx, context: HookContext, userId: string): Promise<void> {
  await deleteCredentials(tx, userId);
  await markEmailVerified(tx, userId);
  await secureAccount(tx, context, userId);
}
