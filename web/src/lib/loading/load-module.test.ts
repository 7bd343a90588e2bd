import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  isRetryingLoad,
  loadModule,
  ModuleLoadError,
  retryDelay,
  subscribeToRetries,
} from './load-module.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('retries once after half a second and reports it meanwhile', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('page');
  const received = vi.fn();
  const stop = subscribeToRetries(received);
  const loading = loadModule<string>(load);
  await vi.advanceTimersByTimeAsync(retryDelay - 1);
  expect([load.mock.calls.length, isRetryingLoad()]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await loading, load.mock.calls.length, isRetryingLoad()]).toEqual(['page', 2, false]);
  expect(received).toHaveBeenCalledTimes(2);
  stop();
});

it('gives up after the second attempt', async () => {
  const load = vi.fn().mockRejectedValue(new Error('gone'));
  const loading = expect(loadModule(load)).rejects.toThrow(ModuleLoadError);
  await vi.advanceTimersByTimeAsync(retryDelay);
  await loading;
  expect([load.mock.calls.length, isRetryingLoad()]).toEqual([2, false]);
});
