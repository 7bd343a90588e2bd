import { v4, v7 } from 'uuid';
import { frozenTime } from './clock.ts';

let heldCount = 0;

/** A new UUID v7: ids rise with time, also within one millisecond of one process. */
export function newId(): string {
  const msecs = frozenTime();
  if (msecs === undefined) return v7();
  heldCount = (heldCount + 1) % 0x7fffffff;
  return v7({ msecs, seq: heldCount });
}

/**
 * A new UUID v4, for people: the first 8 characters of a person's id stand in their invitation links, and those of ids that
 * rise with time are the same for everyone who signs up within the same minute.
 */
export const newPersonId = (): string => v4();
