import { sessionSeconds } from '#contract/features/auth/session.ts';
import { hashSessionToken, newSessionToken } from '#server/platform/auth/session-token.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { insertSession, type NewSessionRow } from '../auth.queries.ts';

/** Maximum stored length of a `User-Agent` header, in characters. */
const maxUserAgent = 500;

/** Returns a token and the row of its session. */
export function newSession(userId: string, userAgent?: string): { token: string; row: NewSessionRow } {
  const token = newSessionToken();
  const row = {
    id: newId(),
    user_id: userId,
    token_hash: hashSessionToken(token),
    expires_at: new Date(nowMs() + sessionSeconds * 1000).toISOString(),
    user_agent: userAgent?.slice(0, maxUserAgent) ?? null,
  };
  return { token, row };
}

/** Creates a session for a user whom the caller has authenticated; returns its token. */
export async function createSession(db: Db, userId: string, userAgent?: string): Promise<string> {
  const { token, row } = newSession(userId, userAgent);
  await insertSession(db, row);
  return token;
}
