import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { sessionQuery } from './auth.api.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('requests the session three times, one and then two seconds apart, before it fails', async () => {
  const began = Date.now();
  const tries: number[] = [];
  const client = createQueryClient(async () => {
    tries.push(Date.now() - began);
    throw new ApiError('unavailable', 503, 'away');
  });
  const failed = client.ensureQueryData(sessionQuery).catch((error: ApiError) => error.code);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toBe('unavailable');
  expect(tries).toEqual([0, 1_000, 3_000]);
});

it('resolves with the first attempt that reaches the server', async () => {
  let tries = 0;
  const client = createQueryClient((async () => {
    tries += 1;
    if (tries < 3) throw new ApiError('unavailable', 503, 'away');
    return { session: null, user: null };
  }) as Parameters<typeof createQueryClient>[0]);
  const response = client.ensureQueryData(sessionQuery);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await response).toEqual({ session: null, user: null });
});

it("doesn't retry when the server rejects the request", async () => {
  let tries = 0;
  const client = createQueryClient(async () => {
    tries += 1;
    throw new ApiError('rate_limited', 429, 'slow down');
  });
  await expect(client.ensureQueryData(sessionQuery)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(tries).toBe(1);
});

it('gives up after ten seconds without a response', async () => {
  const signals: AbortSignal[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const client = createQueryClient(((
    _operation: string,
    _input: object,
    { signal }: { signal: AbortSignal },
  ) => {
    signals.push(signal);
    return Promise.resolve({ session: null, user: null });
  }) as Parameters<typeof createQueryClient>[0]);
  const limit = new AbortController();
  timeout.mockReturnValue(limit.signal);
  await client.fetchQuery(sessionQuery);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
  expect(signals[0]?.aborted).toBe(false);
  limit.abort();
  expect(signals[0]?.aborted).toBe(true);
  timeout.mockRestore();
});
