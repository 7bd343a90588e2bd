import type { Viewer } from '../access.ts';
import { nowIso } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { SessionCookies } from './session-cookie.ts';
import { findSession } from './sessions.queries.ts';

/** Who is behind a `Cookie` header; null for strangers and for sessions that have ended. */
export async function readViewer(
  db: Db,
  cookies: SessionCookies,
  cookieHeader: string | undefined,
): Promise<Viewer | null> {
  return await findViewer(db, cookies.read(cookieHeader));
}

/** Who holds this session token; null for none, and for sessions that have ended. */
export async function findViewer(db: Db, token: string | null): Promise<Viewer | null> {
  if (token === null) return null;
  const session = await findSession(db, token, nowIso());
  return session && { user_id: session.user_id, role: session.role, session_id: session.session_id };
}
