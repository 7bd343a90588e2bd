import { afterAll, inject, vi } from 'vitest';

/*
 * The process of the previous mutant is used again: while the test file loads, no mutant is active. Stryker activates the
 * next one before the first test.
 */
const page = globalThis as unknown as {
  [strykerGlobal: string]: { activeMutant?: string } | undefined;
};
const state = page[inject('globalNamespace')];
if (state) state.activeMutant = undefined;

/*
 * Tests wait up to a minute for what happens at once, except on a machine that is very busy. A mutant that prevents it
 * would cost that minute.
 */
const longestWait = 4_000;
const { waitFor } = vi;
const isLimited = inject('mode') === 'mutant';
vi.waitFor = (callback, options = {}) => {
  if (!isLimited) return waitFor(callback, options);
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...given, timeout: Math.min(given.timeout ?? longestWait, longestWait) });
};
if (isLimited && typeof window !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: 10_000 });
}
afterAll(() => {
  vi.waitFor = waitFor;
});

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of the global variable in which Stryker keeps the active mutant. */
    globalNamespace: string;
    /** Whether the tests run with a mutant, or, before the first one, without. */
    mode: 'mutant' | 'dry-run';
  }
}
