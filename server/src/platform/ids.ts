import { randomInt } from 'node:crypto';
import { v4, v7 } from 'uuid';
import { frozenTime } from './clock.ts';

let frozenCount = 0;

/** Returns a new UUID v7. Ids increase with time, even within one millisecond of one process. */
export function newId(): string {
  const msecs = frozenTime();
  if (msecs === undefined) return v7();
  frozenCount = (frozenCount + 1) % 0x7fffffff;
  return v7({ msecs, seq: frozenCount });
}

/**
 * Returns a new UUID v4 for a user. Invitation links contain the first 8 characters of a user's id; in a UUID v7, they
 * would be the same for everyone who signs up within the same minute.
 */
export const newPersonId = (): string => v4();

const shortIdCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns eight random lowercase letters and digits, for addresses. */
export const newShortId = (): string =>
  Array.from({ length: 8 }, () => shortIdCharacters[randomInt(shortIdCharacters.length)]).join('');
