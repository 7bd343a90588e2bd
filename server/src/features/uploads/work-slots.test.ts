import { expect, it } from 'vitest';
import { unavailableReason } from '#server/platform/unavailable.ts';
import { createWorkSlots } from './work-slots.ts';

it('runs so much at once, lets the next wait in order, and turns the rest away', async () => {
  const slots = createWorkSlots(2, 2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work = (n: number) =>
    slots.run(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(n);
          ends[n] = (error) => (error ? reject(error) : resolve(n));
        }),
    );
  const running = [work(0), work(1), work(2), work(3)];
  const refusal = await work(4).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'unavailable' });
  expect(unavailableReason(refusal)).toBe('queue');
  expect(begun).toEqual([0, 1]);
  ends[1]?.(new Error('broken'));
  await expect(running[1]).rejects.toThrow('broken');
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  await running[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all([running[2], running[3]])).toEqual([2, 3]);
  const free = work(5);
  expect(begun).toContain(5);
  ends[5]?.();
  await free;
});
