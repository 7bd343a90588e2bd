import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { sharedServer } from '#testing/server.ts';
import type { Tx } from './database.ts';
import { inTurn } from './in-turn.ts';

const server = sharedServer({ runsJobs: false });
afterEach(() => void vi.useRealTimers());

/** Transactions that are under way until they are ended. */
function transactions() {
  const began: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  return {
    began,
    run: (key: string, name: string) =>
      inTurn(server.db, key, async (tx: Tx) => {
        const end = Promise.withResolvers<void>();
        ends.set(name, end);
        began.push(name);
        await end.promise;
        const { rows } = await sql<{ name: string }>`select ${name}::text as name`.execute(tx);
        return rows[0]?.name;
      }),
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(`${name} failed`)),
    untilBegan: (...names: string[]) => vi.waitFor(() => expect(began).toEqual(names)),
  };
}

it('runs transactions with the same key in the order of the calls, and others beside them', async () => {
  const { began, run, end, untilBegan } = transactions();
  const results = [run('a', '1'), run('a', '2'), run('a', '3')];
  await untilBegan('1');
  const other = run('b', '4');
  await untilBegan('1', '4');
  end('1');
  await untilBegan('1', '4', '2');
  end('2');
  await untilBegan('1', '4', '2', '3');
  end('3');
  end('4');
  expect(await Promise.all([...results, other])).toEqual(['1', '2', '3', '4']);
  expect(began).toHaveLength(4);
});

it('goes on after a failure, which it passes on', async () => {
  const { run, end, fail, untilBegan } = transactions();
  const first = expect(run('a', '1')).rejects.toThrow('1 failed');
  const second = run('a', '2');
  await untilBegan('1');
  fail('1');
  await first;
  await untilBegan('1', '2');
  end('2');
  expect(await second).toBe('2');
});

it('waits at most three seconds for a turn', async () => {
  const { began, run, end, untilBegan } = transactions();
  const first = run('a', '1');
  await untilBegan('1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const second = run('a', '2');
  await vi.advanceTimersByTimeAsync(2_999);
  expect(began).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await untilBegan('1', '2');
  end('1');
  end('2');
  expect(await Promise.all([first, second])).toEqual(['1', '2']);
});
