import { call, NetworkError } from '#web/lib/api/api-client.ts';
import { keepDrafts } from '#web/lib/cache/drafts.ts';
import { closeLocal, listLocal, readLocal } from '#web/lib/cache/local-store.ts';
import { unsentMark } from '#web/lib/outbox/unsent-mark.ts';
import { runBeforeSignOut } from '#web/lib/session/before-sign-out.ts';
import { startLeaving } from '#web/lib/session/leave-page.ts';
import { signOutInPlace } from '#web/lib/session/sign-out-in-place.ts';
import { markSignedIn } from '#web/lib/session/signed-in-mark.ts';
import { markSignedOut } from '#web/lib/session/signed-out-mark.ts';
import { chooseLanding, rememberWantsDiscover } from './last-visit.ts';
import { toSafePath } from './safe-redirect.ts';

/**
 * Continues as the user who just signed in: to the page they wanted, else what this browser remembers
 * (`chooseLanding`), else `/app`, which knows their spaces. Loads a new page, so that nothing of the previous session
 * stays in memory.
 */
export function signIn(userId: string | undefined, redirect: string | undefined): void {
  const wanted = toSafePath(redirect);
  if (wanted) rememberWantsDiscover(false);
  const path = wanted ?? chooseLanding(userId) ?? '/app';
  markSignedIn(path);
  window.location.assign(path);
}

/**
 * Loads a new page to drop everything in memory. Runs once; later calls do nothing. Drafts stay for when the same user
 * returns.
 */
export function restartPage(path: string): void {
  if (!startLeaving()) return;
  window.location.replace(path);
}

/** A page that was itself just reloaded isn't reloaded again for this long, in milliseconds. Prevents reload loops. */
const minReloadInterval = 10_000;

function wasJustReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' && performance.now() < minReloadInterval;
}

/** Reloads the page because the server no longer knows its session; not while it is already navigating away. */
export function reloadPage(): void {
  if (wasJustReloaded() || !startLeaving()) return;
  keepDrafts();
  window.location.reload();
}

/** How long signing out waits for unsaved input to reach the server, in milliseconds. */
const signOutTimeout = 3_000;

/** Drafts that the server doesn't have yet; they stay for when the same user returns. */
function listUnsaved(): string[] {
  return listLocal('draft.').filter(
    (name) => readLocal<{ value?: { synced?: boolean } | null }>(name)?.value?.synced === false,
  );
}

/** Deletes what this user couldn't send; they were asked before. */
async function clearOutbox(userId: string): Promise<void> {
  try {
    const { outboxTable } = await import('#web/lib/outbox/outbox-table.ts');
    await (await outboxTable()).clear(userId);
  } catch {
    // It's deleted with the next sign-out; no other user's page sends it.
  }
}

/**
 * Ends the session here and on the server, and deletes everything stored for this user. Leads to /login, or to / if it
 * couldn't be ended on the server; without a connection, no page can be loaded, and the app stays (`signOutInPlace`).
 * What couldn't be sent is deleted for `userId`; that of other users of this browser waits for them.
 */
export async function signOut(userId?: string): Promise<void> {
  if (!startLeaving()) return;
  const { dataset } = document.documentElement;
  // A bar at the top of the window until the page is replaced.
  dataset.waiting = '';
  await runBeforeSignOut(signOutTimeout);
  const failure: unknown = await call('sign_out').then(
    () => null,
    (error: unknown) => error,
  );
  if (failure !== null) markSignedOut();
  if (userId !== undefined) await clearOutbox(userId);
  closeLocal([...listUnsaved(), unsentMark]);
  if (failure instanceof NetworkError) {
    delete dataset.waiting;
    signOutInPlace('offline');
  } else window.location.replace(failure === null ? '/login' : '/');
}
