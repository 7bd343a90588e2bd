import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Work that finishes when `release` is called. */
function newWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, release: resolve };
}

it('Groups and their lanes take turns, however much work each of them has', async () => {
  const queue = createFairQueue(1);
  const first = newWork();
  const done: string[] = [];
  const run = (group: string, lane: string, name: string) =>
    queue.run(group, lane, async () => {
      done.push(name);
    });
  const all = [queue.run('gate', 'gate', first.work)];
  for (let n = 0; n < 4; n += 1) all.push(run('flood', 'flood 1', `flood 1.${n}`));
  for (let n = 0; n < 2; n += 1) all.push(run('flood', 'flood 2', `flood 2.${n}`));
  all.push(run('calm', 'calm', 'calm.0'), run('calm', 'calm', 'calm.1'));
  expect(queue.waiting).toBe(8);
  first.release();
  await Promise.all(all);
  expect(done).toEqual([
    'flood 1.0',
    'calm.0',
    'flood 2.0',
    'calm.1',
    'flood 1.1',
    'flood 2.1',
    'flood 1.2',
    'flood 1.3',
  ]);
  expect(queue.waiting).toBe(0);
});

it('The queue runs as much as its concurrency allows, but one piece of work per group', async () => {
  const queue = createFairQueue(2);
  const [a, b, c] = [newWork(), newWork(), newWork()];
  const begun: string[] = [];
  const run = (group: string, lane: string, name: string, piece: { work: () => Promise<void> }) =>
    queue.run(group, lane, () => {
      begun.push(name);
      return piece.work();
    });
  const all = [run('one', '1', 'a', a), run('one', '2', 'b', b), run('two', '3', 'c', c)];
  expect(begun).toEqual(['a', 'c']);
  c.release();
  await all[2];
  expect(begun).toEqual(['a', 'c']);
  a.release();
  await vi.waitFor(() => expect(begun).toEqual(['a', 'c', 'b']));
  b.release();
  await Promise.all(all);
});

it('The queue passes on results and errors, and continues after an error', async () => {
  const queue = createFairQueue(1);
  await expect(queue.run('a', 'a', async () => 7)).resolves.toBe(7);
  await expect(queue.run('a', 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run('a', 'a', async () => 8)).resolves.toBe(8);
});

it("runs work in its caller's async context, also when the end of other work starts it", async () => {
  const queue = createFairQueue(1);
  const caller = new AsyncLocalStorage<string>();
  const run = (name: string) =>
    caller.run(name, () =>
      queue.run(name, name, async () => {
        await Promise.resolve();
        return caller.getStore();
      }),
    );
  expect(await Promise.all([run('ada'), run('ben'), run('eve')])).toEqual(['ada', 'ben', 'eve']);
});
