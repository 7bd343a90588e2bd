import { readLocal, writeLocal } from '../cache/local-store.ts';

// A part of its own, because pages ask it before they load the outbox.
/** The name of the mark in local storage. */
export const unsentMark = 'outbox';
let isMarkedHere = false;

/** Notes whether this browser has items that the server doesn't have yet. */
export function markUnsent(hasItems: boolean): void {
  writeLocal(unsentMark, hasItems || null);
}

/** Notes whether this page has items that couldn't be stored in the browser. */
export function markUnsentHere(hasItems: boolean): void {
  isMarkedHere = hasItems;
}

/** Returns whether this browser has items that the server doesn't have yet. */
export const hasUnsent = (): boolean => isMarkedHere || readLocal<boolean>(unsentMark) === true;
