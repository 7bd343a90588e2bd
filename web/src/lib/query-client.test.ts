import { expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

it('treats data as stale after five minutes and drops it after ten', () => {
  const { queries } = createQueryClient(vi.fn() as never).getDefaultOptions();
  expect([queries?.staleTime, queries?.gcTime, queries?.refetchOnWindowFocus]).toEqual([
    300_000,
    600_000,
    false,
  ]);
});
