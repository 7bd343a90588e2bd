import { useSyncExternalStore } from 'react';

const minute = 60_000;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, minute);
  return () => clearInterval(timer);
}

function startOfToday(): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
}

/**
 * Returns the first moment of today in the reader's time zone, in milliseconds. Null while the server renders and during
 * hydration, because only the browser knows the zone.
 */
export const useStartOfToday = (): number | null => useSyncExternalStore(subscribe, startOfToday, () => null);
