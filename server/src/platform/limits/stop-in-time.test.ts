import { afterEach, expect, it, vi } from 'vitest';
import { longestStop, stopInTime } from './stop-in-time.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('stops one part after another', async () => {
  const steps: string[] = [];
  const part = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
  };
  await stopInTime([
    ['jobs', part('jobs')],
    ['files', () => undefined],
    ['database', part('database')],
  ]);
  expect(steps).toEqual(['jobs begins', 'jobs ends', 'database begins', 'database ends']);
});

it('names the part that takes too long', async () => {
  vi.useFakeTimers();
  const stopped = stopInTime([['jobs', () => new Promise(() => {})]]);
  const outcome = expect(stopped).rejects.toThrow('not stopped after 45 s: jobs');
  let hasEnded = false;
  stopped.catch(() => {
    hasEnded = true;
  });
  await vi.advanceTimersByTimeAsync(longestStop - 1);
  expect(hasEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});

it('passes on why a part failed, and leaves no timer behind', async () => {
  vi.useFakeTimers();
  // The server that test files share may have timers, too.
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  await expect(stopInTime([['jobs', () => Promise.reject(new Error('no disk'))]])).rejects.toThrow('no disk');
  const call = set.mock.calls.findIndex(([, delay]) => delay === longestStop);
  expect(call).not.toBe(-1);
  expect(clear).toHaveBeenCalledWith(set.mock.results[call]?.value);
});
