import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hashSessionToken } from './session-token.ts';

export interface SessionRow {
  session_id: string;
  user_id: string;
  role: 'member' | 'creator' | 'admin';
  expires_at: string;
  created_at: string;
}

/**
 * Returns a subquery for the unexpired session of a token, at most one `SessionRow`. The token before the last rotation
 * is accepted until `previous_token_until`.
 */
export function liveSession(token: string | null, now: string): RawBuilder<SessionRow> {
  const hash = token && hashSessionToken(token);
  return sql`
  select s.id as session_id, s.user_id, u.role, s.expires_at, s.created_at
  from (
    select * from sessions where token_hash = ${hash}
    union all
    select * from sessions where previous_token_hash = ${hash} and previous_token_until > ${now}
  ) s join users u on u.id = s.user_id
  where s.expires_at > ${now} limit 1`;
}

export async function findSession(db: Db, token: string, now: string): Promise<SessionRow | null> {
  const { rows } = await liveSession(token, now).execute(db);
  return rows[0] ?? null;
}

/** Replaces a session's token. The old one works until `grace_until`. Null if the current token isn't the presented one. */
export async function updateSessionToken(
  db: Db,
  input: {
    session_id: string;
    presented_hash: string;
    token_hash: string;
    grace_until: string;
    expires_at: string;
    now: string;
  },
): Promise<{ expires_at: string } | null> {
  const row = await db
    .updateTable('sessions')
    .set((eb) => ({
      previous_token_hash: eb.ref('token_hash'),
      previous_token_until: input.grace_until,
      token_hash: input.token_hash,
      expires_at: input.expires_at,
      updated_at: input.now,
    }))
    .where('id', '=', input.session_id)
    .where('token_hash', '=', input.presented_hash)
    .returning('expires_at')
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether this is the current token of a session. */
export async function hasSessionToken(db: Db, sessionId: string, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a session. Returns whether it existed. */
export async function deleteSession(db: Db, sessionId: string): Promise<boolean> {
  const result = await db.deleteFrom('sessions').where('id', '=', sessionId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes all sessions of a user. Returns their ids. */
export async function deleteSessionsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute();
  return rows.map((row) => row.id);
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
}
