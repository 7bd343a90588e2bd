import { useSyncExternalStore } from 'react';

/** Why the app shows nothing of its session anymore: the user logged out offline, or the session ended in another tab or device. */
export type SignedOutReason = 'offline' | 'elsewhere';

let reason: SignedOutReason | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Signs out on a page that stays: the app shows nothing of the session anymore. */
export function signOutInPlace(next: SignedOutReason): void {
  reason = next;
  // The router must not follow: without a connection, the page at this address can't be loaded.
  if (next === 'offline') History.prototype.replaceState.call(window.history, null, '', '/');
  for (const listener of listeners) listener();
}

/** Returns why this page is signed out; null if it isn't. */
export const readSignedOutReason = (): SignedOutReason | null => reason;

/** Returns why this page is signed out; null if it isn't. */
export function useSignedOutInPlace(): SignedOutReason | null {
  return useSyncExternalStore(subscribe, readSignedOutReason, () => null);
}
