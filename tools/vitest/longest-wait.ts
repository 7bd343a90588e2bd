/**
 * How long tests wait for what should happen, in milliseconds: a bound, not a goal. On a busy machine, what takes milliseconds
 * can take seconds. Speed is measured by the benchmarks.
 */
export const longestWait = 30_000;
