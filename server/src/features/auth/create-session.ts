import { randomBytes } from 'node:crypto';
import { sessionSeconds } from '#contract/session.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { insertSession } from './auth.queries.ts';

/** Creates a session for a user whom the caller has authenticated; returns its token. */
export async function createSession(db: Db, userId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const expires_at = new Date(nowMs() + sessionSeconds * 1000).toISOString();
  await insertSession(db, { id: newId(), user_id: userId, token, expires_at });
  return token;
}
