import { readLocal, writeLocal } from '../cache/local-store.ts';

// A part of its own, because pages ask it before they load the outbox.
const name = 'outbox';

/** Notes whether this browser has items that the server doesn't have yet. */
export function markUnsent(hasItems: boolean): void {
  writeLocal(name, hasItems || null);
}

/** Returns whether this browser has items that the server doesn't have yet. */
export const hasUnsent = (): boolean => readLocal<boolean>(name) === true;
