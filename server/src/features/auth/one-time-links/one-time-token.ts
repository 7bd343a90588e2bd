import { createHash, randomBytes } from 'node:crypto';
import { nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { insertOneTimeToken, type TokenPurpose } from './one-time-tokens.queries.ts';

/** How long an emailed link works, in milliseconds. */
export const linkLifetime = 60 * 60 * 1000;

/** Returns a token as stored. Tokens are 256 random bits, so a plain hash can't be reversed by guessing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Creates a token for one use by the holder of an address. Only its hash is stored. */
export async function createOneTimeToken(
  tx: Tx,
  input: { user_id: string; email: string; purpose: TokenPurpose },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertOneTimeToken(tx, {
    ...input,
    email: input.email.toLowerCase(),
    token_hash: hashToken(token),
    expires_at: new Date(nowMs() + linkLifetime).toISOString(),
  });
  return token;
}
