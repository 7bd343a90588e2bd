import { readLocal, writeLocal } from '../cache/local-store.ts';

// A part of its own, because pages ask it before they load the outbox.
/** The name of the mark in local storage. */
export const unsentMark = 'outbox';

const readMarked = (): string[] => {
  const users = readLocal<unknown>(unsentMark);
  return Array.isArray(users) ? users : [];
};
/** The users of items that couldn't be stored in the browser. */
let markedHere: ReadonlySet<string> = new Set();

/** Notes whether this browser has items of a user that the server doesn't have yet. */
export function markUnsent(userId: string, hasItems: boolean): void {
  const users = readMarked().filter((id) => id !== userId);
  if (hasItems) users.push(userId);
  writeLocal(unsentMark, users.length > 0 ? users : null);
}

/** Notes whose items this page has that couldn't be stored in the browser. */
export function markUnsentHere(userIds: readonly string[]): void {
  markedHere = new Set(userIds);
}

/** Returns whether this browser has items of a user that the server doesn't have yet. */
export const hasUnsent = (userId: string): boolean => markedHere.has(userId) || readMarked().includes(userId);
