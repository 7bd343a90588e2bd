import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { prepareQuery } from '../db/prepare-query.ts';
import { hashSessionToken } from './session-token.ts';

export interface SessionRow {
  session_id: string;
  user_id: string;
  role: 'member' | 'creator' | 'admin';
  expires_at: string;
  created_at: string;
}

/** The hash of a session's token, and the time as an ISO timestamp. */
export interface SessionKey {
  token_hash: string | null;
  now: string;
}

export function toSessionKey(token: string | null, now: string): SessionKey {
  return { token_hash: token && hashSessionToken(token), now };
}

/**
 * Returns a subquery for the unexpired session of a token, at most one `SessionRow`. The token before the last rotation
 * is accepted until `previous_token_until`.
 */
export const liveSession = ({ token_hash, now }: SessionKey): RawBuilder<SessionRow> => sql`
  select s.id as session_id, s.user_id, u.role, s.expires_at, s.created_at
  from (
    select * from sessions where token_hash = ${token_hash}
    union all
    select * from sessions where previous_token_hash = ${token_hash} and previous_token_until > ${now}
  ) s join users u on u.id = s.user_id
  where s.expires_at > ${now} limit 1`;

const sessionOfKey = prepareQuery((_, key: SessionKey) => liveSession(key));

export async function findSession(db: Db, token: string, now: string): Promise<SessionRow | null> {
  const [session] = await sessionOfKey.run(db, toSessionKey(token, now));
  return session ?? null;
}

/** Does the same as `findSession`, and returns whether the user appears offline. */
export async function findLiveSession(
  db: Db,
  token: string,
  now: string,
): Promise<(SessionRow & { appears_offline: boolean }) | null> {
  const { rows } = await sql<SessionRow & { appears_offline: boolean }>`
    select session.*, coalesce((select appear_offline from user_presence p where p.user_id = session.user_id), false)
      as appears_offline
    from (${liveSession(toSessionKey(token, now))}) session`.execute(db);
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
