import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { preloadWhenIdle } from '#web/lib/loading/when-idle.ts';

/**
 * Loads the scripts of a page that people open from here while the browser is idle, so that opening it waits for its data only.
 * @param loadLoader imports what the loader of its route imports on demand. Keep it stable.
 */
export function usePreloadedPage(
  routeId: keyof RegisteredRouter['routesById'],
  loadLoader: () => Promise<unknown>,
): void {
  const router = useRouter();
  useEffect(
    () =>
      preloadWhenIdle(() => {
        // What fails to load is loaded when the page is opened.
        loadLoader().catch(() => {});
        const route = router.routesById[routeId];
        if (route) router.loadRouteChunk(route)?.catch(() => {});
      }),
    [router, routeId, loadLoader],
  );
}
