import { expect, it } from 'vitest';
import { createIdleWatch, watchedProcess } from './idle-memory.ts';

const megabyte = 2 ** 20;

/** A process of which a test says what it does. Collecting leaves `left` megabytes of its heap. */
function fakeProcess(state: { utilization: number; total: number; used: number; left: number }) {
  let minutes = 0;
  let collections = 0;
  const check = createIdleWatch({
    now: () => minutes * 60_000,
    utilization: () => state.utilization,
    heap: () => ({ heapTotal: state.total * megabyte, heapUsed: state.used * megabyte }),
    collect: () => {
      collections += 1;
      state.total = state.left;
    },
  });
  /** Returns how often memory has been given back. */
  const checkAfter = (passed: number): number => {
    minutes += passed;
    check();
    return collections;
  };
  return { state, checkAfter };
}

it('gives memory back once the process has been idle for ten minutes, and again once the heap has grown', () => {
  const { state, checkAfter } = fakeProcess({ utilization: 0.04, total: 120, used: 60, left: 50 });
  expect(checkAfter(9.9)).toBe(0);
  expect(checkAfter(0.1)).toBe(1);
  state.total = 65;
  expect(checkAfter(20)).toBe(1);
  state.total = 66;
  expect(checkAfter(0)).toBe(2);
  state.total = 120;
  expect(checkAfter(9.9)).toBe(2);
  expect(checkAfter(0.1)).toBe(3);
});

it('waits for ten minutes again once the process has worked', () => {
  const { state, checkAfter } = fakeProcess({ utilization: 0.04, total: 120, used: 60, left: 50 });
  expect(checkAfter(5)).toBe(0);
  state.utilization = 0.05;
  expect(checkAfter(5)).toBe(0);
  state.utilization = 0.04;
  expect(checkAfter(9.9)).toBe(0);
  expect(checkAfter(0.1)).toBe(1);
});

it('leaves a heap alone that takes long to collect', () => {
  const { state, checkAfter } = fakeProcess({ utilization: 0, total: 300, used: 129, left: 130 });
  expect(checkAfter(10)).toBe(0);
  state.used = 128;
  expect(checkAfter(0)).toBe(1);
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
