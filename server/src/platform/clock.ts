/** The only source of the time on the server. Tests may hold or move it. */
let offset = 0;

/** Now, as a `Date`. */
export function now(): Date {
  return new Date(Date.now() + offset);
}

/** Now, as the wire and the database write it: `2026-11-21T04:00:00.000Z`. */
export function nowText(): string {
  return now().toISOString();
}

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now() + offset;
}

/** Moves the clock for a test; 0 puts it right again. */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds;
}
