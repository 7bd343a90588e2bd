import { AsyncLocalStorage } from 'node:async_hooks';

/** The only source of the time on the server. Tests may hold or move it. */
let offset = 0;
const moment = new AsyncLocalStorage<number>();

/** Milliseconds since 1970. */
export function nowMs(): number {
  return moment.getStore() ?? Date.now() + offset;
}

/** Now, as a `Date`. */
export function now(): Date {
  return new Date(nowMs());
}

/** Now, as the wire and the database write it: `2026-11-21T04:00:00.000Z`. */
export function nowIso(): string {
  return now().toISOString();
}

/** Moves the clock for a test; 0 puts it right again. */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds;
}

/** Does `work` as at another time (milliseconds since 1970): for it alone the clock stands still there. */
export function withFrozenTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return moment.run(milliseconds, work);
}

/** The time that `withFrozenTime` holds for the work under way, if it does. */
export function frozenTime(): number | undefined {
  return moment.getStore();
}
