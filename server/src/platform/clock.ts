import { AsyncLocalStorage } from 'node:async_hooks';

/* The only source of the time on the server. Tests can freeze or shift it. */
let offset = 0;
const frozen = new AsyncLocalStorage<number>();

/** Milliseconds since 1970. */
export function nowMs(): number {
  return frozen.getStore() ?? Date.now() + offset;
}

/** The current time as a `Date`. */
export function now(): Date {
  return new Date(nowMs());
}

/** The current time in the format of the API and the database: `2026-11-21T04:00:00.000Z`. */
export function nowIso(): string {
  return now().toISOString();
}

/** Shifts the clock for a test; 0 resets it. */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds;
}

/** Runs `work` with the clock frozen at a time (milliseconds since 1970). Other code isn't affected. */
export function withFrozenTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return frozen.run(milliseconds, work);
}

/** The time at which `withFrozenTime` froze the clock for the current work, if it did. */
export function frozenTime(): number | undefined {
  return frozen.getStore();
}
