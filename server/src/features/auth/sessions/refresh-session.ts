import { sessionSeconds } from '#contract/features/auth/session.ts';
import type { Viewer } from '#server/platform/access.ts';
import { hashSessionToken, nextSessionToken } from '#server/platform/auth/session-token.ts';
import { hasSessionToken, updateSessionToken } from '#server/platform/auth/sessions.queries.ts';
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
  const token = nextSessionToken(platform.secret, presentedToken);
  const token_hash = hashSessionToken(token);
  const at = nowMs();
  const updated = await updateSessionToken(platform.db, {
    session_id: viewer.session_id,
    presented_hash: hashSessionToken(presentedToken),
    token_hash,
    grace_until: new Date(at + tokenGrace).toISOString(),
    expires_at: new Date(at + sessionSeconds * 1000).toISOString(),
    now: nowIso(),
  });
  if (!updated && !(await hasSessionToken(platform.db, viewer.session_id, token_hash))) {
    throw new AppError('authentication_required');
  }
  return token;
}
