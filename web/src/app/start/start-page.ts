import type { QueryClient } from '@tanstack/react-query';
import { deleteOldDrafts } from '#web/lib/cache/drafts.ts';
import { refetchFailed } from '#web/lib/cache/query-client.ts';
import type { LiveClient } from '#web/lib/live/live-client.ts';
import { onReconnect } from '#web/lib/live/reconnect.ts';
import { loadModule } from '#web/lib/loading/load-module.ts';
import { whenIdle } from '#web/lib/loading/when-idle.ts';
import { pushWorker } from '#web/lib/push-worker.ts';
import { showToastOfPreviousPage } from '#web/lib/session/next-page-toast.ts';
import { finishSigningOut } from '#web/lib/session/signed-out-mark.ts';
import { reportUncaught } from '../report-error.ts';

/**
 * Whether a service worker is one of an earlier version: any but the one that shows push notifications, which intercepts no
 * requests. A registration without a worker has just been made, by another page or this one.
 */
function isOld({ active, waiting, installing }: ServiceWorkerRegistration): boolean {
  const worker = active ?? waiting ?? installing;
  return worker !== null && worker.scriptURL !== new URL(pushWorker, window.location.origin).href;
}

/** Deletes service workers and caches of earlier versions. */
export async function purgeOldCaches(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const old = registrations.filter(isOld);
  await Promise.all(old.map((registration) => registration.unregister()));
  if (!('caches' in window)) return;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** How long to wait before loading the live channel's scripts again after a failure, in milliseconds. */
const connectRetry = 10_000;

async function connect(parts: PageParts): Promise<void> {
  try {
    const { startLive } = await loadModule(() => import('./start-live.ts'));
    startLive(parts);
  } catch {
    setTimeout(() => void connect(parts), connectRetry);
  }
}

interface PageParts {
  queryClient: QueryClient;
  live: LiveClient;
  router: { navigate: (to: { href: string }) => unknown };
}

/** Runs after the page has loaded: opens the live connection, monitors the connection, deletes old caches. */
export function startPage(parts: PageParts): void {
  reportUncaught();
  onReconnect(() => refetchFailed(parts.queryClient));
  whenIdle(() => {
    showToastOfPreviousPage();
    deleteOldDrafts(Date.now());
    void finishSigningOut();
    void connect(parts);
    // A browser that blocks these has nothing to delete.
    purgeOldCaches().catch(() => {});
  });
}
