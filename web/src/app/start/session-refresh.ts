import type { QueryClient } from '@tanstack/react-query';
import { sessionSeconds } from '#contract/features/auth/session.ts';
import { sessionQuery } from '#web/features/auth/index.ts';
import { getApiClient, isWorthRetrying } from '#web/lib/cache/query-client.ts';
import { leaveEndedSession } from '#web/lib/session/leave-page.ts';
import { readSignedOutReason } from '#web/lib/session/sign-out-in-place.ts';

/** How long before its end a session is extended, in milliseconds. */
const renewBefore = 5 * 60_000;
/** How long a session lasts, and after how long it is extended when its page becomes visible, in milliseconds. */
const sessionDuration = sessionSeconds * 1000;
const renewAfter = 24 * 60 * 60_000;
/** Extending is retried three times, 1.5 s apart; each attempt may take 15 s. */
const attempts = 4;
const attemptTimeout = 15_000;
const attemptDelay = 1_500;

/** Whether a session is old enough to be extended, or about to end. */
export function isDueForRenewal(expiresAt: number, now: number): boolean {
  const left = expiresAt * 1000 - now;
  return left < renewBefore || sessionDuration - left > renewAfter;
}

/** Extends the session. Doesn't retry if the server rejects it. */
export async function renewSession(
  refresh: (signal: AbortSignal) => Promise<unknown>,
  wait: (milliseconds: number) => Promise<unknown> = (time) => new Promise((done) => setTimeout(done, time)),
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await refresh(AbortSignal.timeout(attemptTimeout));
      return true;
    } catch (error) {
      if (attempt === attempts || !isWorthRetrying(error)) return false;
      await wait(attemptDelay);
    }
  }
}

/** Maximum delay of a browser timer. */
const maxTimerDelay = 2 ** 31 - 1;

/** The readable session descriptor of this browser; null if no one is signed in. */
export function readDescriptor(cookies: string): { user_id: string; expires_at: number } | null {
  const value = /(?:^|;\s*)hearth_session_info=([^;]*)/.exec(cookies)?.[1];
  if (!value) return null;
  try {
    return JSON.parse(decodeURIComponent(value)) as { user_id: string; expires_at: number };
  } catch {
    return null;
  }
}

/**
 * Extends the session shortly before it ends. Reloads the page when another tab of this browser has signed in, so that one
 * user's page isn't shown to another, and leaves the session when another tab has signed out.
 */
export function refreshSessionPeriodically(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Compared with the cookie at the start, not with the displayed user: a session that the server ended leaves its
  // cookie.
  const userAtStart = readDescriptor(document.cookie)?.user_id;
  const isSignedIn = Boolean(client.getQueryData(sessionQuery.queryKey)?.user);
  const check = () => {
    const descriptor = readDescriptor(document.cookie);
    if (readSignedOutReason()) return;
    if (descriptor?.user_id !== userAtStart) {
      if (!descriptor && isSignedIn) leaveEndedSession();
      else window.location.reload();
      return;
    }
    clearTimeout(timer);
    if (!descriptor || !isSignedIn) return;
    const wait = descriptor.expires_at * 1000 - Date.now() - renewBefore;
    timer = setTimeout(renew, Math.min(Math.max(wait, renewBefore), maxTimerDelay));
  };
  let isRenewing = false;
  const renew = () => {
    const descriptor = readDescriptor(document.cookie);
    if (isRenewing || !descriptor || !isDueForRenewal(descriptor.expires_at, Date.now())) return;
    isRenewing = true;
    // Without a connection, the next visit to the page tries again.
    void renewSession((signal) => getApiClient(client)('refresh_session', {}, { signal })).then((isNew) => {
      isRenewing = false;
      if (isNew) check();
    });
  };
  // A page restored from the back-forward cache may belong to a previous user.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || readDescriptor(document.cookie)?.user_id === userAtStart) return;
    document.documentElement.style.visibility = 'hidden';
    window.location.reload();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    check();
    if (isSignedIn) renew();
  });
  check();
  if (isSignedIn) renew();
}
