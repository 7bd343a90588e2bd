import { afterEach, expect, it, vi } from 'vitest';
import { longestStop, stopInTime } from './stop-in-time.ts';

afterEach(() => void vi.useRealTimers());

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
  await vi.advanceTimersByTimeAsync(longestStop - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});

it('passes on why a part failed, and leaves no timer behind', async () => {
  vi.useFakeTimers();
  await expect(stopInTime([['jobs', () => Promise.reject(new Error('no disk'))]])).rejects.toThrow('no disk');
  expect(vi.getTimerCount()).toBe(0);
});
