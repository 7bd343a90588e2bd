/** How soon after a first change, and how long after one run the next, in milliseconds. */
export const firstAfter = 400;
export const nextAfter = 4_000;

/**
 * Runs what is asked for soon, and then no more often than every few seconds for each key, however often it is asked for.
 * The last thing asked for is always run.
 */
export function createPacer(now: () => number = Date.now): (key: string, run: () => void) => void {
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
