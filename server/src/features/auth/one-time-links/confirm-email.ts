import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { markEmailVerified } from '../auth.queries.ts';
import { createSession } from '../sessions/create-session.ts';
import { hashToken } from './one-time-token.ts';
import {
  consumeOneTimeToken,
  deleteOneTimeTokens,
  isTokenUsed,
  lockTokenOwner,
} from './one-time-tokens.queries.ts';

const purpose = 'confirm-email';

/**
 * Confirms an address with the token of the emailed link. Returns the token of a new session, or null if the address
 * was already confirmed, by this link or otherwise; its owner then logs in as usual.
 * @throws AppError `invalid_confirmation_token` for a token that is unknown, expired, or was sent to another address
 */
export async function confirmEmail(
  platform: Platform,
  presentedToken: string,
  userAgent?: string,
): Promise<string | null> {
  const token = { token_hash: hashToken(presentedToken), purpose, now: nowIso() } as const;
  return await platform.db.transaction().execute(async (tx) => {
    const owner = await lockTokenOwner(tx, token);
    if (!owner?.is_own_address) throw new AppError('invalid_confirmation_token');
    if (!(await consumeOneTimeToken(tx, token))) {
      if (owner.email_verified && (await isTokenUsed(tx, token.token_hash))) return null;
      throw new AppError('invalid_confirmation_token');
    }
    if (owner.email_verified) return null;
    await markEmailVerified(tx, owner.user_id);
    await deleteOneTimeTokens(tx, owner.user_id, purpose);
    return await createSession(tx, owner.user_id, userAgent);
  });
}
