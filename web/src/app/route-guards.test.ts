import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type Call } from '#web/lib/api-client.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import type { EntryStage } from './entry-stages.ts';
import type { RouterContext } from './page-context.ts';
import { findLanding } from './route-guards.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

/** Finds the landing page of Ines while the server returns `spaces`. */
function lead(spaces: () => Promise<unknown>) {
  const call = (async (operation: string) =>
    operation === 'get_session'
      ? { session: null, user: { id: 'ines' } }
      : await spaces()) as unknown as Call;
  const stages: EntryStage[] = [];
  const context = { queryClient: createQueryClient(call) } as RouterContext;
  const landing = findLanding(context, (stage) => stages.push(stage));
  const led = vi.fn();
  landing.then(led, led);
  return { landing, led, stages };
}

it('gives up after three seconds and leads to discover, when the server does not say which spaces are theirs', async () => {
  const { landing, led, stages } = lead(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(3_299);
  expect(led).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await landing).toBe('/discover');
  expect(stages).toEqual(['checking-cache', 'slow-path']);
});

it('leads somebody without a space to discover, after 300 ms', async () => {
  const { landing, led } = lead(async () => ({ spaces: [] }));
  await vi.advanceTimersByTimeAsync(299);
  expect(led).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await landing).toBe('/discover');
});

it('fails when the server refuses and this browser keeps no copy', async () => {
  const { landing } = lead(async () => {
    throw new ApiError('not_allowed', 403, 'No.');
  });
  await expect(landing).rejects.toMatchObject({ code: 'not_allowed' });
});
