import { cleanup } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import type { KeptPage } from './kept-jsdom.ts';

// jsdom has no animations.
if (typeof Element !== 'undefined') Element.prototype.animate ??= () => ({}) as Animation;

/** jsdom has no layout, so nothing ever comes into view. A test that needs it stubs its own. */
class NothingInView {
  observe() {}
  unobserve() {}
  disconnect() {}
}
if (typeof window !== 'undefined') window.IntersectionObserver ??= NothingInView as never;

// An editor asks where its text is, to scroll to it. As jsdom says of elements: nowhere.
if (typeof Range !== 'undefined') {
  Range.prototype.getClientRects ??= () => document.createElement('div').getClientRects();
  Range.prototype.getBoundingClientRect ??= () => new DOMRect();
}

// The page is used again by other files.
afterAll(async () => {
  vi.useRealTimers();
  // With real timers: packages that stay loaded wait for frames that they request now.
  cleanup();
  // A module that was still being fetched would never arrive, and files that import it later would wait for it without end.
  await vi.dynamicImportSettled();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  (globalThis as KeptPage).endTimersOfFile?.();
});
