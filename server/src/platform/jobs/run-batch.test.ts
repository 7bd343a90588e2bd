import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runBatch } from './run-batch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const take = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

it.each([
  [40, true, 80],
  [500, true, 600],
  [40, false, 40],
])('A batch of %i ms (more follow: %s) ends after %i ms', async (duration, hasMore, end) => {
  let isDone = false;
  const batch = () => take(duration).then(() => hasMore);
  void runBatch(batch).then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(end - 1);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isDone).toBe(true);
});
