/** Milliseconds for which values are collected. */
const collectFor = 2;
/** Maximum number of values that are read together. */
const maxTogether = 200;

/**
 * Returns a function that reads something for a value, together with the values that others ask for in the same moment. `read`
 * returns the results in the order of the values. One read follows the other, so that they use one connection.
 */
export function readTogether<V, R>(
  read: (values: readonly V[]) => Promise<readonly R[]>,
): (value: V) => Promise<R> {
  let waiting: { value: V; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let isScheduled = false;

  const run = async (): Promise<void> => {
    const taken = waiting.slice(0, maxTogether);
    waiting = waiting.slice(maxTogether);
    try {
      const results = await read(taken.map(({ value }) => value));
      for (const [index, { resolve }] of taken.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    isScheduled = waiting.length > 0;
    if (isScheduled) void run();
  };
  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      setTimeout(() => void run(), collectFor);
    });
}
