import { expect, it } from 'vitest';
import { shareRuns } from './share-runs.ts';

/** Runs that end when the test says so. */
function heldRuns() {
  const begun: { argument: string; end: (result: string) => void; fail: (error: Error) => void }[] = [];
  const ask = shareRuns((key: string, argument: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    begun.push({ argument: `${key} ${argument}`, end: resolve, fail: reject });
    return promise;
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, ask, turn };
}

it('Those who ask while a run is under way share the next one', async () => {
  const { begun, ask, turn } = heldRuns();
  const first = ask('a', '1');
  const others = [ask('a', '2'), ask('a', '3')];
  expect(begun.map(({ argument }) => argument)).toEqual(['a 1']);
  begun[0]?.end('old');
  expect(await first).toBe('old');
  await turn();
  const late = ask('a', '4');
  expect(begun.map(({ argument }) => argument)).toEqual(['a 1', 'a 2']);
  begun[1]?.end('new');
  expect(await Promise.all(others)).toEqual(['new', 'new']);
  await turn();
  expect(begun.map(({ argument }) => argument)).toEqual(['a 1', 'a 2', 'a 4']);
  begun[2]?.end('newest');
  expect(await late).toBe('newest');
});

it('Runs of different keys do not wait for each other', async () => {
  const { begun, ask } = heldRuns();
  const runs = [ask('a', '1'), ask('b', '1')];
  begun[1]?.end('b');
  expect(await runs[1]).toBe('b');
  begun[0]?.end('a');
  expect(await runs[0]).toBe('a');
});

it('A run that fails does so for those who share it, and not for those who come later', async () => {
  const { begun, ask, turn } = heldRuns();
  const first = ask('a', '1');
  const second = ask('a', '2');
  begun[0]?.fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await turn();
  begun[1]?.end('found');
  expect(await second).toBe('found');
  const third = ask('a', '3');
  begun[2]?.end('again');
  expect(await third).toBe('again');
});
