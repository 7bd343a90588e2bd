import { expect, it } from 'vitest';
import { unavailableReason } from '../unavailable.ts';
import { createWorkSlots } from './work-slots.ts';

/** Work that is recorded when it begins and ends when the test says so. */
function recordWork() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    start(name: string): () => Promise<string> {
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return () => {
        begun.push(name);
        return end.promise;
      };
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

it('keeps a slot free for others, however much one user sends, and rejects what is too much', async () => {
  const slots = createWorkSlots({ concurrency: 2, maxQueuedPerUser: 2, maxQueued: 10 });
  const { begun, start, end, fail } = recordWork();
  const ada = ['ada 1', 'ada 2', 'ada 3'].map((name) => slots.run('ada', start(name)));
  await expect(slots.run('ada', start('ada 4'))).rejects.toMatchObject({
    code: 'rate_limited',
    data: { retry_after: 5 },
  });
  const ben = slots.run('ben', start('ben 1'));
  expect(begun).toEqual(['ada 1', 'ben 1']);
  end('ben 1');
  expect(await ben).toBe('ben 1');
  fail('ada 1');
  await expect(ada[0]).rejects.toThrow('ada 1');
  await expect.poll(() => begun).toEqual(['ada 1', 'ben 1', 'ada 2']);
  // What has ended, also by failing, makes room again.
  const next = slots.run('ada', start('ada 5'));
  end('ada 2');
  end('ada 3');
  end('ada 5');
  expect(await Promise.all([ada[1], ada[2], next])).toEqual(['ada 2', 'ada 3', 'ada 5']);
});

it('rejects work when too much of all users waits', async () => {
  const slots = createWorkSlots({ concurrency: 1, maxQueuedPerUser: 1, maxQueued: 2 });
  const { start, end } = recordWork();
  const running = ['ada', 'ben', 'eve'].map((name) => slots.run(name, start(name)));
  const rejection = await slots.run('dan', start('dan')).catch((error: unknown) => error);
  expect(rejection).toMatchObject({ code: 'unavailable' });
  expect(unavailableReason(rejection)).toBe('queue');
  for (const name of ['ada', 'ben', 'eve']) end(name);
  expect(await Promise.all(running)).toEqual(['ada', 'ben', 'eve']);
});
