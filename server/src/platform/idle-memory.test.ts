import { expect, it } from 'vitest';
import { createIdleWatch } from './idle-memory.ts';

const megabyte = 2 ** 20;

it('gives memory back once the process is idle, and again after the heap has grown', () => {
  const now = { utilization: 0.5, heap: 120 };
  let collections = 0;
  const check = createIdleWatch({
    utilization: () => now.utilization,
    heapSize: () => now.heap * megabyte,
    collect: () => {
      collections += 1;
      now.heap = 50;
    },
  });
  check();
  expect(collections).toBe(0);
  now.utilization = 0.09;
  check();
  check();
  expect(collections).toBe(1);
  now.heap = 65;
  check();
  expect(collections).toBe(1);
  Object.assign(now, { utilization: 0.1, heap: 66 });
  check();
  expect(collections).toBe(1);
  now.utilization = 0.09;
  check();
  expect(collections).toBe(2);
});
