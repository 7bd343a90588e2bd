import { inject } from 'vitest';

/*
 * The process of the previous mutant is used again: while the test file loads, no mutant is active. Stryker activates the
 * next one before the first test.
 */
const page = globalThis as unknown as {
  [strykerGlobal: string]: { activeMutant?: string } | undefined;
};
const state = page[inject('globalNamespace')];
if (state) state.activeMutant = undefined;

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of the global variable in which Stryker keeps the active mutant. */
    globalNamespace: string;
  }
}
