import type { Viewer } from '../access.ts';
import { nowIso } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { SessionCookies } from './session-cookie.ts';
import { findLiveSession, findSession } from './sessions.queries.ts';

/** Returns the viewer of a `Cookie` header, or null if signed out or the session has ended. */
export async function readViewer(
  db: Db,
  cookies: SessionCookies,
  cookieHeader: string | undefined,
): Promise<Viewer | null> {
  return await findViewer(db, cookies.read(cookieHeader));
}

/** The viewer of a live connection, and whether nobody may see that they are online. */
export interface LiveViewer {
  viewer: Viewer;
  appears_offline: boolean;
}

/** Returns the viewer of a live connection by its `Cookie` header, in one statement. Null like `readViewer`. */
export async function readLiveViewer(
  db: Db,
  cookies: SessionCookies,
  cookieHeader: string | undefined,
): Promise<LiveViewer | null> {
  const token = cookies.read(cookieHeader);
  const session = token === null ? null : await findLiveSession(db, token, nowIso());
  if (!session) return null;
  const { user_id, role, session_id, appears_offline } = session;
  return { viewer: { user_id, role, session_id }, appears_offline };
}

/** Returns the viewer of a session token, or null if there is none or the session has ended. */
export async function findViewer(db: Db, token: string | null): Promise<Viewer | null> {
  if (token === null) return null;
  const session = await findSession(db, token, nowIso());
  return session && { user_id: session.user_id, role: session.role, session_id: session.session_id };
}
