import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type Call } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import type { RouterContext } from '../page-context.ts';
import type { EntryStage } from '../start/entry-stages.ts';
import { findLanding } from './route-guards.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

/** Finds the landing page of Ines while the server returns `spaces`. */
function findLandingOf(spaces: () => Promise<unknown>) {
  const call = (async (operation: string) =>
    operation === 'get_session'
      ? { session: null, user: { id: 'ines' } }
      : await spaces()) as unknown as Call;
  const stages: EntryStage[] = [];
  const context = { queryClient: createQueryClient(call) } as RouterContext;
  const landing = findLanding(context, (stage) => stages.push(stage));
  const settled = vi.fn();
  landing.then(settled, settled);
  return { landing, settled, stages };
}

it('falls back to Discover if the spaces do not load within three seconds', async () => {
  const { landing, settled, stages } = findLandingOf(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(3_299);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await landing).toBe('/discover');
  expect(stages).toEqual(['checking-cache', 'slow-path']);
});

it('redirects a user without spaces to Discover after 300 ms', async () => {
  const { landing, settled } = findLandingOf(async () => ({ spaces: [] }));
  await vi.advanceTimersByTimeAsync(299);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await landing).toBe('/discover');
});

it('fails if the server rejects the request and this browser has no copy', async () => {
  const { landing } = findLandingOf(async () => {
    throw new ApiError('not_allowed', 403, 'No.');
  });
  await expect(landing).rejects.toMatchObject({ code: 'not_allowed' });
});
