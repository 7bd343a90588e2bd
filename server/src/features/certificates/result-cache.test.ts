import { expect, it, vi } from 'vitest';
import { createLatest } from './create-latest.ts';

it('The latest results are kept, and made once', async () => {
  const latest = createLatest<string>(2);
  const make = vi.fn(async (key: string) => key.toUpperCase());
  const get = (key: string) => latest.get(key, () => make(key));
  expect(await Promise.all([get('a'), get('a')])).toEqual(['A', 'A']);
  await get('b');
  await get('a');
  expect(make).toHaveBeenCalledTimes(2);
  await get('c');
  await get('b');
  expect(make).toHaveBeenCalledTimes(3);
  await get('a');
  expect(make).toHaveBeenCalledTimes(4);
});

it('A result that failed is made again', async () => {
  const latest = createLatest<string>(2);
  await expect(latest.get('a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
  expect(await latest.get('a', async () => 'A')).toBe('A');
});
