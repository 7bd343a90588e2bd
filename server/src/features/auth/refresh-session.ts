import { randomBytes } from 'node:crypto';
import { sessionSeconds } from '#contract/session.ts';
import type { Viewer } from '#server/platform/access.ts';
import { findSessionToken, updateSessionToken } from '#server/platform/auth/sessions.queries.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';

/** How long the replaced token still works, in milliseconds, for requests in progress. */
export const tokenGrace = 60_000;

/**
 * Extends a session and replaces its token; returns the new one. A second tab that refreshes with the token just
 * replaced gets the same new token, so that no tab keeps an expiring one.
 */
export async function refreshSession(
  platform: Platform,
  viewer: Viewer,
  presentedToken: string,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const at = nowMs();
  const updated = await updateSessionToken(platform.db, {
    session_id: viewer.session_id,
    presented: presentedToken,
    token,
    grace_until: new Date(at + tokenGrace).toISOString(),
    expires_at: new Date(at + sessionSeconds * 1000).toISOString(),
    now: nowIso(),
  });
  const current = updated ? token : await findSessionToken(platform.db, viewer.session_id);
  if (!current) throw new AppError('authentication_required');
  return current;
}
