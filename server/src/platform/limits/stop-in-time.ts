/** How long a part of the server may take to stop, in milliseconds: longer than waiting for a connection and a statement. */
export const longestStop = 45_000;

/** Parts of a process, in the order in which they stop: the name of each for operators, and how it stops. */
export type Parts = [name: string, stop: () => Promise<unknown> | undefined][];

/** Stops parts one after another. Rejects with the name of the part if one takes too long: the process should end then. */
export async function stopInTime(parts: Parts): Promise<void> {
  for (const [name, stop] of parts) {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new Error(`not stopped after ${longestStop / 1000} s: ${name}`));
    }, longestStop);
    try {
      await Promise.race([stop(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
