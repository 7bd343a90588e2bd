import { useEffect, useRef } from 'react';

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
  useEffect(() => {
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
