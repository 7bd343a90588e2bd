/** Delay of the first run and minimum time between runs, in milliseconds. */
export const firstAfter = 400;
export const nextAfter = 4_000;

/**
 * Creates a throttle. For each key the callback runs soon after the first call and then at most once per `nextAfter`;
 * the last call is never lost.
 */
export function createThrottle(now: () => number = Date.now): (key: string, run: () => void) => void {
  const waiting = new Set<string>();
  const ran = new Map<string, number>();
  return (key, run) => {
    if (waiting.has(key)) return;
    waiting.add(key);
    const since = now() - (ran.get(key) ?? Number.NEGATIVE_INFINITY);
    setTimeout(
      () => {
        waiting.delete(key);
        ran.set(key, now());
        run();
      },
      Math.max(firstAfter, nextAfter - since),
    );
  };
}
