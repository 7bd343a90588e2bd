import { expect, it } from 'vitest';
import { unavailableReason } from '#server/platform/unavailable.ts';
import { createWorkSlots } from './work-slots.ts';

it('runs work up to the limit, queues more in order, and rejects the rest', async () => {
  const slots = createWorkSlots(2, 2);
  const started: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work = (n: number) =>
    slots.run(
      () =>
        new Promise<number>((resolve, reject) => {
          started.push(n);
          ends[n] = (error) => (error ? reject(error) : resolve(n));
        }),
    );
  const running = [work(0), work(1), work(2), work(3)];
  const refusal = await work(4).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'unavailable' });
  expect(unavailableReason(refusal)).toBe('queue');
  expect(started).toEqual([0, 1]);
  ends[1]?.(new Error('broken'));
  await expect(running[1]).rejects.toThrow('broken');
  expect(started).toEqual([0, 1, 2]);
  ends[0]?.();
  await running[0];
  expect(started).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all([running[2], running[3]])).toEqual([2, 3]);
  const free = work(5);
  expect(started).toContain(5);
  ends[5]?.();
  await free;
});
