import { expect, it, vi } from 'vitest';
import type { KeptPage } from './kept-jsdom.ts';

const endTimers = () => (globalThis as KeptPage).endTimersOfFile?.();

it("the end of a test file ends its timers, but not the page's animation frames", async () => {
  const tick = vi.fn();
  setTimeout(tick, 5);
  const frame = vi.fn();
  requestAnimationFrame(frame);
  endTimers();
  await vi.waitFor(() => expect(frame).toHaveBeenCalled());
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(tick).not.toHaveBeenCalled();
});
