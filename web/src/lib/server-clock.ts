import { useSyncExternalStore } from 'react';

/** Smaller differences are those of a clock that is set automatically, and of the time that responses take. */
const tolerance = 60_000;

/** How many milliseconds the clock of the server is ahead of that of this device. */
let difference = 0;
const listeners = new Set<() => void>();

/** Compares the clock of this device with the time of a response, from its `date` header. */
export function compareClocks(date: string | null): void {
  const measured = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(measured)) return;
  const next = Math.abs(measured) < tolerance ? 0 : measured;
  if (Math.abs(next - difference) < tolerance) return;
  difference = next;
  for (const listener of listeners) listener();
}

/** The current time of the server, in milliseconds since 1970: the clock of a device can be wrong. */
export const serverNow = (): number => Date.now() + difference;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `serverNow`, for a component that shows how long ago something was. It renders again when the difference is known. */
export function useServerClock(): () => number {
  useSyncExternalStore(
    subscribe,
    () => difference,
    () => 0,
  );
  return serverNow;
}
