import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches. False while the server's page is hydrated. */
export function useMediaQuery(media: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia?.(media);
      query?.addEventListener('change', onChange);
      return () => query?.removeEventListener('change', onChange);
    },
    [media],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(media).matches ?? false,
    () => false,
  );
}
