import { v7 } from 'uuid';

/** A new UUID v7: ids rise with time, also within one millisecond of one process. */
export function newId(): string {
  return v7();
}
