import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';

export type TokenPurpose = 'reset-password' | 'confirm-email';

/** The account of a token. */
export interface TokenOwner {
  user_id: string;
  email: string;
  email_verified: boolean;
  /** Whether the token was sent to the account's current address. */
  is_own_address: boolean;
}

export async function insertOneTimeToken(
  tx: Tx,
  token: { token_hash: string; user_id: string; purpose: TokenPurpose; email: string; expires_at: string },
): Promise<void> {
  await tx.insertInto('one_time_tokens').values(token).execute();
}

/** Returns whether a token can be used at `now`. Only a hint: `consumeOneTimeToken` decides. */
export async function findUsableToken(
  db: Db,
  token: { token_hash: string; purpose: TokenPurpose; now: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .where('token_hash', '=', token.token_hash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', token.now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the owner of a token, their row locked until the transaction ends; null for an unknown token. */
export async function lockTokenOwner(
  tx: Tx,
  token: { token_hash: string; purpose: TokenPurpose },
): Promise<TokenOwner | null> {
  const { rows } = await sql<TokenOwner>`
    select u.id as user_id, u.email, u.email_verified, lower(u.email) = t.email as is_own_address
    from one_time_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${token.token_hash} and t.purpose = ${token.purpose} for update of u`.execute(tx);
  return rows[0] ?? null;
}

/** Uses up a token. Returns true to exactly one caller, and only before the token expires. */
export async function consumeOneTimeToken(
  tx: Tx,
  token: { token_hash: string; purpose: TokenPurpose; now: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('one_time_tokens')
    .set({ used_at: token.now })
    .where('token_hash', '=', token.token_hash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', token.now)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a token has been used. */
export async function isTokenUsed(db: Db, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes every unused link of a user, or those of one purpose. */
export async function deleteOneTimeTokens(tx: Tx, userId: string, purpose?: TokenPurpose): Promise<void> {
  let deletion = tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('used_at', 'is', null);
  if (purpose) deletion = deletion.where('purpose', '=', purpose);
  await deletion.execute();
}

/** Deletes tokens that expired before `before`. */
export async function deleteExpiredTokens(db: Db, before: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', before).execute();
}
