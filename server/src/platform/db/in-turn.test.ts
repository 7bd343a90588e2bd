import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { sharedServer } from '#testing/server.ts';
import { DatabaseUnavailableError } from './database-errors.ts';
import { inTurn } from './in-turn.ts';

const server = sharedServer({ runsJobs: false });

/** Transactions that are under way until they are ended. */
function transactions() {
  const began: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  return {
    began,
    run: (key: string, name: string, longestWait?: number) =>
      inTurn(
        server.db,
        key,
        async (tx) => {
          const end = Promise.withResolvers<void>();
          ends.set(name, end);
          began.push(name);
          await end.promise;
          const { rows } = await sql<{ name: string }>`select ${name}::text as name`.execute(tx);
          return rows[0]?.name;
        },
        longestWait,
      ),
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(`${name} failed`)),
    untilBegan: (...names: string[]) => vi.waitFor(() => expect(began).toEqual(names)),
  };
}

it('runs transactions with the same key in the order of the calls, and others beside them', async () => {
  const { run, end, untilBegan } = transactions();
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

it('fails for those whose turn does not come in time, and keeps the order of the others', async () => {
  const { began, run, end, untilBegan } = transactions();
  const first = run('a', '1');
  await untilBegan('1');
  const impatient = run('a', '2', 1);
  const patient = run('a', '3');
  await expect(impatient).rejects.toThrow(DatabaseUnavailableError);
  // Nor does one that comes later overtake it.
  const last = run('a', '4');
  const other = run('b', '5');
  await vi.waitFor(() => expect(began).toContain('5'));
  expect(began).toEqual(['1', '5']);
  end('1');
  await untilBegan('1', '5', '3');
  end('3');
  await untilBegan('1', '5', '3', '4');
  end('4');
  end('5');
  expect(await Promise.all([first, patient, last, other])).toEqual(['1', '3', '4', '5']);
});
