/**
 * Runs `work` for each item, `width` of them at a time. Stops at the first failure, after the running ones have ended.
 */
export async function forEachOf<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next;
      next += 1;
      try {
        await work(items[index] as T, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
