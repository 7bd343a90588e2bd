import { useEffect, useRef } from 'react';

const listeners = new Set<() => void>();

/** Subscribes to the moments when the server can be reached again; returns a function that unsubscribes. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Notifies all subscribers that the server can be reached again. */
export function notifyReconnect(): void {
  for (const listener of [...listeners]) listener();
}

/** Calls the latest `listener` each time the server can be reached again. */
export function useReconnect(listener: () => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onReconnect(() => latest.current()), []);
}
