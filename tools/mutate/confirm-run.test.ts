import { expect, test } from 'vitest';
import { type MutantResult, type MutantRun, runConfirmed } from './confirm-run.ts';

const run: MutantRun = { activeMutant: { id: '7' }, testFilter: ['a', 'b'], hitLimit: 100 };
const killed: MutantResult = { status: 'killed', killedBy: ['b'] };
const survived: MutantResult = { status: 'survived' };
const missed: MutantResult = { status: 'survived' };

/** Runs a mutant with these results, one after another, each after `milliseconds`, and returns what was run. */
async function confirmAfter(milliseconds: number, ...results: MutantResult[]) {
  let time = 0;
  const steps: (MutantRun | 'new processes')[] = [];
  const warnings: string[] = [];
  let last: MutantResult | undefined;
  const runner = {
    mutantRun: (options: MutantRun) => {
      steps.push(options);
      const result = results.shift();
      if (!result) throw new Error('no result is left');
      last = result;
      time += milliseconds;
      return Promise.resolve(result);
    },
    countHits: () => (last === missed ? 0 : 1),
    endProcesses: () => Promise.resolve(void steps.push('new processes')),
  };
  const result = await runConfirmed(
    runner,
    run,
    (message) => warnings.push(message),
    () => time,
  );
  return { result, steps, warnings };
}
const confirm = (...results: MutantResult[]) => confirmAfter(2_999, ...results);

const check = { ...run, activeMutant: { id: 'none' }, testFilter: ['b'], hitLimit: undefined };

test('a mutant is noticed if the test that failed passes again without it', async () => {
  const { result, steps, warnings } = await confirm(killed, survived);
  expect(result).toEqual(killed);
  expect(steps).toEqual([run, check]);
  expect(warnings).toEqual([]);
});

test.each(['survived', 'timeout', 'error'])('the result %s needs no second run', async (status) => {
  const { result, steps } = await confirm({ status });
  expect(result).toEqual({ status });
  expect(steps).toEqual([run]);
});

test('a mutant gets a second run in new processes if the test fails without it too', async () => {
  const afterSpoiled = await confirm(killed, killed, survived);
  expect(afterSpoiled.result).toEqual(survived);
  expect(afterSpoiled.steps).toEqual([run, check, 'new processes', run]);
  const noticed = await confirm(killed, killed, killed, survived);
  expect(noticed.result).toEqual(killed);
  expect(noticed.warnings).toEqual([]);
});

test('a test that never passes without the mutant notices nothing, and is named', async () => {
  const { result, steps, warnings } = await confirm(killed, killed, killed, killed);
  expect(result).toMatchObject({ status: 'survived' });
  expect(steps).toEqual([run, check, 'new processes', run, check, 'new processes']);
  expect(warnings).toEqual([expect.stringContaining('b')]);
});

test('a mutant that no test reached gets a second run in new processes, where kept results are computed anew', async () => {
  const noticed = await confirm(missed, killed, survived);
  expect(noticed.result).toEqual(killed);
  expect(noticed.steps).toEqual([run, 'new processes', run, check]);
  const unnoticed = await confirm(missed, missed);
  expect(unnoticed.result).toEqual(missed);
  expect(unnoticed.steps).toEqual([run, 'new processes', run]);
});

test('after a run of seconds, the test must fail again with the mutant', async () => {
  const again = { ...run, testFilter: ['b'] };
  const noticed = await confirmAfter(3_000, killed, survived, killed);
  expect(noticed.result).toEqual(killed);
  expect(noticed.steps).toEqual([run, check, again]);
  const busy = await confirmAfter(3_000, killed, survived, survived, survived);
  expect(busy.result).toEqual(survived);
  expect(busy.steps).toEqual([run, check, again, run]);
  const random = await confirmAfter(3_000, killed, survived, survived, killed, survived, survived);
  expect(random.result).toMatchObject({ status: 'survived' });
  expect(random.warnings).toEqual([expect.stringContaining('b')]);
});
