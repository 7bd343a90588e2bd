import { call } from '#web/lib/api-client.ts';
import { clearLocal, readLocal, writeLocal } from '#web/lib/local-store.ts';
import { toSafePath } from './safe-redirect.ts';

/** The space a person was in last, kept in their browser. */
interface LastSpace {
  user_id: string;
  subdomain: string;
}
const lastSpaceName = 'last-space';

export function rememberSpace(userId: string, subdomain: string): void {
  writeLocal(lastSpaceName, { user_id: userId, subdomain } satisfies LastSpace);
}

/** Address of the feed that this person last read in this browser. */
export function readLastSpacePath(userId: string | undefined): string | undefined {
  const last = readLocal<LastSpace>(lastSpaceName);
  return last && last.user_id === userId ? `/${encodeURIComponent(last.subdomain)}/space` : undefined;
}

/**
 * Goes on as the person who has just signed in: where they were going, else their last space, else `/app`, which knows
 * their spaces. A new page begins, so that nothing of who was here before stays in memory.
 */
export function enter(userId: string | undefined, redirect: string | undefined): void {
  window.location.assign(toSafePath(redirect) ?? readLastSpacePath(userId) ?? '/app');
}

let isLeaving = false;

/**
 * Drops what this page holds in memory by beginning a new one, once: whatever else asks for it meanwhile is late. Drafts
 * stay for when the same person comes back.
 */
export function forgetAccount(path: string): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.replace(path);
}

/** Ends the session here and on the server, and forgets all that was kept for this person. Leads to /login, or / on failure. */
export async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  const ended = await call('sign_out').then(
    () => true,
    () => false,
  );
  clearLocal();
  window.location.replace(ended ? '/login' : '/');
}
