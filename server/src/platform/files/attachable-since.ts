/** How long an upload can be attached, in milliseconds. */
export const attachWithin = 24 * 60 * 60 * 1000;

/**
 * Returns the creation time before which uploads can't be attached anymore unless a draft contains them. `now` is an
 * ISO timestamp.
 */
export function attachableSince(now: string): string {
  return new Date(Date.parse(now) - attachWithin).toISOString();
}
