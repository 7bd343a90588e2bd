import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/features/auth/index.ts';
import { callOf } from '#web/lib/query-client.ts';

/** How long before its end a session is extended, in milliseconds (document 2, section 9). */
const renewBefore = 5 * 60_000;
/** The longest wait that a browser's timer can hold. */
const longestTimer = 2 ** 31 - 1;

/** The readable session descriptor of this browser; null when nobody is signed in. */
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
 * Extends the session shortly before it ends, and begins a new page when another window of this browser has signed in or
 * out meanwhile: one person's page never stays for the next.
 */
export function keepSession(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Compared with what the cookie said at first, not with who is shown: a session that the server ended leaves its cookie.
  const userAtStart = readDescriptor(document.cookie)?.user_id;
  const isSignedIn = Boolean(client.getQueryData(sessionQuery.queryKey)?.user);
  const check = () => {
    const descriptor = readDescriptor(document.cookie);
    if (descriptor?.user_id !== userAtStart) {
      window.location.reload();
      return;
    }
    clearTimeout(timer);
    if (!descriptor || !isSignedIn) return;
    const wait = descriptor.expires_at * 1000 - Date.now() - renewBefore;
    timer = setTimeout(renew, Math.min(Math.max(wait, 0), longestTimer));
  };
  const renew = () => {
    const descriptor = readDescriptor(document.cookie);
    if (descriptor && descriptor.expires_at * 1000 - Date.now() > renewBefore) {
      check();
      return;
    }
    // Without a connection the next look at the page tries again.
    callOf(client)('refresh_session').then(check, () => {});
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
  check();
}
