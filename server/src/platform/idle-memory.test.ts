import { expect, it } from 'vitest';
import { createIdleWatch, watchedProcess } from './idle-memory.ts';

const megabyte = 2 ** 20;

/** A process of which a test says what it does. Collecting leaves `left` megabytes of its heap. */
function fakeProcess(now: { utilization: number; total: number; used: number; left: number }) {
  let collections = 0;
  const check = createIdleWatch({
    utilization: () => now.utilization,
    heap: () => ({ heapTotal: now.total * megabyte, heapUsed: now.used * megabyte }),
    collect: () => {
      collections += 1;
      now.total = now.left;
    },
  });
  return { now, check, collections: () => collections };
}

it('gives memory back once the process is idle, and again after the heap has grown', () => {
  const { now, check, collections } = fakeProcess({ utilization: 0.1, total: 120, used: 60, left: 50 });
  check();
  expect(collections()).toBe(0);
  now.utilization = 0.09;
  check();
  check();
  expect(collections()).toBe(1);
  now.total = 65;
  check();
  expect(collections()).toBe(1);
  Object.assign(now, { utilization: 0.1, total: 66 });
  check();
  expect(collections()).toBe(1);
  now.utilization = 0.09;
  check();
  expect(collections()).toBe(2);
});

it('leaves a heap alone that takes long to collect', () => {
  const { now, check, collections } = fakeProcess({ utilization: 0, total: 300, used: 129, left: 130 });
  check();
  expect(collections()).toBe(0);
  now.used = 128;
  check();
  expect(collections()).toBe(1);
});

it('makes the heap of this process smaller', () => {
  const { utilization, heap, collect } = watchedProcess();
  const rows = Array.from({ length: 2_000_000 }, (_, n) => ({ n }));
  const before = heap();
  rows.length = 0;
  collect();
  expect(before.heapTotal - heap().heapTotal).toBeGreaterThan(16 * megabyte);
  expect(before.heapUsed - heap().heapUsed).toBeGreaterThan(16 * megabyte);
  expect(utilization()).toBeGreaterThan(0);
  expect(utilization()).toBeLessThanOrEqual(1);
});
