import { call } from '#web/lib/api-client.ts';
import { runBeforeSignOut } from '#web/lib/before-sign-out.ts';
import { closeLocal, listLocal, readLocal } from '#web/lib/local-store.ts';
import { markSignedOut } from '#web/lib/signed-out-mark.ts';
import { chooseLanding, rememberWantsDiscover } from './last-visit.ts';
import { toSafePath } from './safe-redirect.ts';

/**
 * Goes on as the person who has just signed in: where they were going, else what this browser knows of them (`chooseLanding`), else
 * `/app`, which knows their spaces. A new page begins, so that nothing of who was here before stays in memory.
 */
export function enter(userId: string | undefined, redirect: string | undefined): void {
  const wanted = toSafePath(redirect);
  if (wanted) rememberWantsDiscover(false);
  window.location.assign(wanted ?? chooseLanding(userId) ?? '/app');
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

/** A page that is itself a renewal is not renewed again this soon, in milliseconds: it would go round and round. */
const renewalHolds = 10_000;

function isFreshRenewal(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' && performance.now() < renewalHolds;
}

/** Begins the page anew, as the server no longer knows its session; not while it is being left for another one. */
export function renewPage(): void {
  if (isLeaving || isFreshRenewal()) return;
  isLeaving = true;
  window.location.reload();
}

/** How long signing out waits for what was typed to reach the server, in milliseconds. */
const leaveInTx = 3_000;

/** Drafts that the server has not got: they stay for when the same person comes back. */
function listUnsaved(): string[] {
  return listLocal('draft.').filter(
    (name) => readLocal<{ value?: { synced?: boolean } | null }>(name)?.value?.synced === false,
  );
}

/** Ends the session here and on the server, and forgets all that was kept for this person. Leads to /login, or / on failure. */
export async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await runBeforeSignOut(leaveInTx);
  const ended = await call('sign_out').then(
    () => true,
    () => false,
  );
  if (!ended) markSignedOut();
  closeLocal(listUnsaved());
  window.location.replace(ended ? '/login' : '/');
}
