import { useSyncExternalStore } from 'react';

let isSignedOut = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Signs out on a page that can't load another one: the app shows nothing of the previous session, at the address `/`. */
export function signOutInPlace(): void {
  isSignedOut = true;
  // The router must not follow: the page at this address can't be loaded.
  History.prototype.replaceState.call(window.history, null, '', '/');
  for (const listener of listeners) listener();
}

/** Returns whether the user has signed out while the server couldn't be reached. */
export function useSignedOutInPlace(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isSignedOut,
    () => false,
  );
}
