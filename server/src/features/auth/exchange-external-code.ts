import { deleteSessionsOf } from '#server/platform/auth/sessions.queries.ts';
import { isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  deleteCredentials,
  findLinkedUserId,
  findUserOfEmail,
  insertLink,
  insertVerifiedUser,
  markEmailVerified,
} from './auth.queries.ts';
import { chooseUsername } from './choose-username.ts';
import { toExternalEmail, toExternalPerson } from './external-person.ts';
import type { ExternalProvider, ExternalSecrets } from './external-provider.ts';

/** Whose session is to begin. */
interface ExternalSignIn {
  user_id: string;
  password_removed: boolean;
}

const attempts = 5;

/**
 * Proves who is back from the provider and finds the account: the linked one, else the one of the verified address, else
 * a new one.
 * @throws AppError `external_sign_in_failed`, `external_sign_in_unavailable`, `external_email_unverified`.
 */
export async function exchangeExternalCode(
  platform: Platform,
  provider: ExternalProvider,
  response: { code: string; iss?: string },
  secrets: ExternalSecrets,
): Promise<ExternalSignIn> {
  const identity = await provider.exchange(response, secrets);
  // Subjects are only unique within their issuer: another provider's person of the same subject is somebody else.
  const link = { provider_id: identity.issuer, account_id: identity.subject };
  const linked = await findLinkedUserId(platform.db, link);
  if (linked) return { user_id: linked, password_removed: false };

  const claims = await identity.readClaims();
  const address = toExternalEmail(claims);
  if (!address?.verified) throw new AppError('external_email_unverified');
  const person = { ...toExternalPerson(claims, address.email), email: address.email };

  for (let attempt = 1; ; attempt += 1) {
    const username = await chooseUsername(platform.db, person.full_name, attempt);
    try {
      return await platform.db.transaction().execute(async (tx) => {
        const now = await findLinkedUserId(tx, link);
        if (now) return { user_id: now, password_removed: false };
        const known = await findUserOfEmail(tx, person.email);
        const user_id = known?.id ?? (await insertVerifiedUser(tx, { ...person, username }));
        const password_removed = known !== null && !known.email_verified;
        if (password_removed) await takeOver(tx, user_id);
        await insertLink(tx, { ...link, user_id });
        return { user_id, password_removed };
      });
    } catch (error) {
      // Somebody took the username, the address or this very identity meanwhile: look again.
      if (attempt < attempts && isUniqueViolation(error)) continue;
      throw error;
    }
  }
}

/**
 * Gives an account that never proved its address to the person who has: whoever made it, perhaps in wait for them, is
 * shut out.
 */
async function takeOver(tx: Tx, userId: string): Promise<void> {
  await deleteCredentials(tx, userId);
  await markEmailVerified(tx, userId);
  await publish(tx, userTopic(userId), 'session.ended', { session_ids: await deleteSessionsOf(tx, userId) });
}
