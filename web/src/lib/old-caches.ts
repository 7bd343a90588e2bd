import { pushWorker } from './push-worker.ts';

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
