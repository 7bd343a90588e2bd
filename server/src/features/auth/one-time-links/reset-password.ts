import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { markEmailVerified, upsertPassword } from '../auth.queries.ts';
import { hashPassword } from '../passwords.ts';
import { secureAccount } from '../sessions/secure-account.ts';
import { hashToken } from './one-time-token.ts';
import {
  consumeOneTimeToken,
  deleteOneTimeTokens,
  findUsableToken,
  lockTokenOwner,
} from './one-time-tokens.queries.ts';

const purpose = 'reset-password';

/**
 * Sets a new password with the token of a reset link, and returns the account's address. This also confirms the
 * address, and ends every session and every other link of the account, the one for calendar apps included.
 * @throws AppError `invalid_reset_token` for a token that is unknown, used, expired, or was sent to another address
 */
export async function resetPassword(
  platform: Platform,
  input: { token: string; password: string },
): Promise<{ email: string }> {
  const token = { token_hash: hashToken(input.token), purpose, now: nowIso() } as const;
  // Checked first, so that guessed tokens don't cost a password hash.
  if (!(await findUsableToken(platform.db, token))) throw new AppError('invalid_reset_token');
  const passwordHash = await hashPassword(input.password);
  return await platform.db.transaction().execute(async (tx) => {
    const owner = await lockTokenOwner(tx, token);
    if (!owner?.is_own_address || !(await consumeOneTimeToken(tx, token))) {
      throw new AppError('invalid_reset_token');
    }
    await upsertPassword(tx, owner.user_id, passwordHash);
    await markEmailVerified(tx, owner.user_id);
    await deleteOneTimeTokens(tx, owner.user_id);
    await secureAccount(tx, platform, owner.user_id);
    return { email: owner.email };
  });
}
