/** The longest pause, in milliseconds. */
const longestPause = 100;

/**
 * Runs a batch of a job, which returns whether there are more. If so, pauses for as long as it took: requests of others go on
 * meanwhile.
 */
export async function runBatch(batch: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  if (!(await batch())) return;
  const pause = Math.min(performance.now() - began, longestPause);
  await new Promise((resolve) => setTimeout(resolve, pause));
}
