import type { QueryClient } from '@tanstack/react-query';
import { deleteOldDrafts } from '#web/lib/drafts.ts';
import type { LiveClient } from '#web/lib/live-client.ts';
import { showToastOfPreviousPage } from '#web/lib/next-page-toast.ts';
import { finishSigningOut } from '#web/lib/signed-out-mark.ts';
import { reportUncaught } from './report-error.ts';

/** Deletes service workers and caches of earlier versions. */
export async function purgeOldCaches(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if (!('caches' in window)) return;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Runs a task when the browser is idle; Safari lacks `requestIdleCallback`. */
function whenIdle(task: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(task, { timeout: 2_000 });
  else setTimeout(task, 300);
}

/** Runs after the page has loaded: opens the live connection, monitors the connection, deletes old caches. */
export function startPage(parts: { queryClient: QueryClient; live: LiveClient }): void {
  reportUncaught();
  whenIdle(() => {
    showToastOfPreviousPage();
    deleteOldDrafts(Date.now());
    void finishSigningOut();
    void import('./start-live.ts').then(({ startLive }) => startLive(parts));
    // A browser that blocks these has nothing to delete.
    purgeOldCaches().catch(() => {});
  });
}
