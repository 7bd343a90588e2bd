import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** How often the connection was restored on this page. */
let count = 0;

/** Subscribes to the moments when the server can be reached again; returns a function that unsubscribes. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Notifies all subscribers that the server can be reached again. */
export function notifyReconnect(): void {
  count += 1;
  for (const listener of [...listeners]) listener();
}

/** Calls the latest `listener` each time the server can be reached again; in a hidden tab, once it is shown again. */
export function useReconnect(listener: () => void): void {
  const latest = useRef(listener);
  const seen = useRef(count);
  // In the same step as what the page shows: a connection that is back right then finds what failed.
  useLayoutEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const notify = () => {
      seen.current = count;
      latest.current();
    };
    // Hidden tabs run no effects and miss what happens.
    if (seen.current !== count) notify();
    return onReconnect(notify);
  }, []);
}

/** Whether this page is offline now. */
let isOffline = false;
const stateListeners = new Set<() => void>();

/** Stores whether this page is offline; the monitor of the connection decides it. */
export function setOffline(next: boolean): void {
  isOffline = next;
  for (const listener of [...stateListeners]) listener();
}

function subscribeToState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

/** Returns a promise that resolves when this page is online again; null if it's online. */
export function untilOnline(): Promise<void> | null {
  if (!isOffline) return null;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = subscribeToState(() => !isOffline && resolve());
  return promise.finally(stop);
}

/** Returns whether this page is offline. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    subscribeToState,
    () => isOffline,
    () => false,
  );
