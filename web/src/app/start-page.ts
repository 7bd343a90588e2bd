import type { QueryClient } from '@tanstack/react-query';
import { deleteOldDrafts } from '#web/lib/drafts.ts';
import type { LiveClient } from '#web/lib/live-client.ts';
import { showToastOfPreviousPage } from '#web/lib/next-page-toast.ts';
import { finishSigningOut } from '#web/lib/signed-out-mark.ts';
import { reportUncaught } from './report-error.ts';

/** Service workers and Cache Storage of earlier versions are cleared away (document 1, section 1; reading A24). */
export async function purgeOldCaches(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if (!('caches' in window)) return;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Runs when the browser has nothing more urgent to do; Safari has no such call. */
function whenIdle(task: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(task, { timeout: 2_000 });
  else setTimeout(task, 300);
}

/** What a page does once it stands: connect to the live channel, watch the connection, clear old things away. */
export function startPage(parts: { queryClient: QueryClient; live: LiveClient }): void {
  reportUncaught();
  whenIdle(() => {
    showToastOfPreviousPage();
    deleteOldDrafts(Date.now());
    void finishSigningOut();
    void import('./start-live.ts').then(({ startLive }) => startLive(parts));
    // A browser that forbids these has nothing to clear away.
    purgeOldCaches().catch(() => {});
  });
}
