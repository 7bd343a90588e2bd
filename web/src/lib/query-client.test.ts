import { expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

it('fetches anew what is older than five minutes, as the lists of notifications, and forgets after ten', () => {
  const { queries } = createQueryClient(vi.fn() as never).getDefaultOptions();
  expect([queries?.staleTime, queries?.gcTime, queries?.refetchOnWindowFocus]).toEqual([
    300_000,
    600_000,
    false,
  ]);
});
