import { expect, it } from 'vitest';
import { runBounded } from './run-bounded.ts';

const toKey = (task: string) => task.slice(0, 1);
const soon = () => new Promise<void>((done) => setTimeout(done, 5));

it('Tasks run at the same time, within the bounds', async () => {
  const active: string[] = [];
  const seen = { total: 0, a: 0 };
  const ended: string[] = [];
  const tasks = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1'];
  const rest = await runBounded(tasks, { total: 3, perKey: 2, toKey, mayStart: () => true }, async (task) => {
    active.push(task);
    seen.total = Math.max(seen.total, active.length);
    seen.a = Math.max(seen.a, active.filter((one) => toKey(one) === 'a').length);
    await soon();
    active.splice(active.indexOf(task), 1);
    ended.push(task);
  });
  expect([rest, ended.toSorted(), seen]).toEqual([[], tasks, { total: 3, a: 2 }]);
});

it('Slow tasks with one key hold up no others', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended: string[] = [];
  const tasks = ['a1', 'a2', 'a3', 'b1', 'b2'];
  await runBounded(tasks, { total: 3, perKey: 1, toKey, mayStart: () => true }, async (task) => {
    if (task === 'a1') await promise;
    ended.push(task);
    if (task === 'b2') resolve();
  });
  expect(ended.slice(0, 3)).toEqual(['b1', 'b2', 'a1']);
});

it('No more are started when time is up or one has failed, and those that run are awaited', async () => {
  const ended: string[] = [];
  const run = async (task: string) => {
    await soon();
    if (task === 'x') throw new Error('x fails');
    ended.push(task);
  };
  const bounds = { total: 2, perKey: 2, toKey };
  const rest = await runBounded(['a', 'b', 'c'], { ...bounds, mayStart: () => ended.length === 0 }, run);
  expect([rest, ended]).toEqual([['c'], ['a', 'b']]);
  const failed = runBounded(['x', 'd', 'e'], { ...bounds, mayStart: () => true }, run);
  await expect(failed).rejects.toThrow('x fails');
  expect(ended).toEqual(['a', 'b', 'd']);
});
