import { expect, it, vi } from 'vitest';
import { createResultCache } from './result-cache.ts';

it('The results that were used last are kept, and computed once', async () => {
  const cache = createResultCache<string>(2);
  const compute = vi.fn(async (key: string) => key.toUpperCase());
  const get = (key: string) => cache.get(key, () => compute(key));
  expect(await Promise.all([get('a'), get('a')])).toEqual(['A', 'A']);
  await get('b');
  await get('a');
  expect(compute).toHaveBeenCalledTimes(2);
  await get('c');
  await get('a');
  expect(compute).toHaveBeenCalledTimes(3);
  await get('b');
  expect(compute).toHaveBeenCalledTimes(4);
});

it('A result that failed is computed again', async () => {
  const cache = createResultCache<string>(2);
  await expect(cache.get('a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
  expect(await cache.get('a', async () => 'A')).toBe('A');
});
