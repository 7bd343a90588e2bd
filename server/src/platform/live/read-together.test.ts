import { expect, it } from 'vitest';
import { readTogether } from './read-together.ts';

function createReader() {
  const reads: { values: readonly number[]; finish: (error?: Error) => void }[] = [];
  const read = readTogether((values: readonly number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    reads.push({
      values,
      finish: (error) => (error ? reject(error) : resolve(values.map((value) => -value))),
    });
    return promise;
  });
  const started = async (count: number) => {
    while (reads.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    return reads[count - 1];
  };
  return { read, reads, started };
}

it('Values of the same moment are read at once, and each caller gets its own result', async () => {
  const { read, reads, started } = createReader();
  const results = [3, 1, 2].map(read);
  (await started(1))?.finish();
  expect(await Promise.all(results)).toEqual([-3, -1, -2]);
  expect(reads.map(({ values }) => values)).toEqual([[3, 1, 2]]);
});

it('Values that come during a read are read after it, never by it', async () => {
  const { read, reads, started } = createReader();
  const first = read(1);
  const running = await started(1);
  const later = [2, 3].map(read);
  expect(reads).toHaveLength(1);
  running?.finish();
  expect(await first).toBe(-1);
  (await started(2))?.finish();
  expect(await Promise.all(later)).toEqual([-2, -3]);
  expect(reads.map(({ values }) => values)).toEqual([[1], [2, 3]]);
});

it('More than 200 values are divided', async () => {
  const { read, reads, started } = createReader();
  const results = Array.from({ length: 250 }, (_, n) => read(n));
  (await started(1))?.finish();
  (await started(2))?.finish();
  expect((await Promise.all(results)).at(-1)).toBe(-249);
  expect(reads.map(({ values }) => values.length)).toEqual([200, 50]);
});

it('A failed read fails for those who asked for it, and not for the next ones', async () => {
  const { read, started } = createReader();
  const failed = read(1);
  (await started(1))?.finish(new Error('down'));
  await expect(failed).rejects.toThrow('down');
  const next = read(2);
  (await started(2))?.finish();
  expect(await next).toBe(-2);
});
