/** What is used of Stryker's test runners. */
export interface MutantRunner {
  mutantRun(options: MutantRun): Promise<MutantResult>;
  /** Returns how often the last run reached the mutant. */
  countHits(): number;
  /** Ends the processes of the tests, so that the next run starts new ones, with new databases. */
  endProcesses(): Promise<void>;
}

export interface MutantRun {
  activeMutant: { id: string };
  /** The ids of the tests that run. Without it, all do. */
  testFilter?: string[] | undefined;
  hitLimit?: number | undefined;
}

export interface MutantResult {
  status: string;
  /** The ids of the tests that failed, if the status is "killed". */
  killedBy?: string[] | string;
}

const noMutant = { id: 'none' };
/** A run that is shorter than this, in milliseconds, didn't fail because of the time that something took. */
const shortRun = 3_000;

/** Whether these tests pass without a mutant, in the processes and databases that the mutant has used. */
async function passes(runner: MutantRunner, run: MutantRun, tests: string[] | undefined): Promise<boolean> {
  const options = { ...run, activeMutant: noMutant, hitLimit: undefined, testFilter: tests };
  return (await runner.mutantRun(options)).status === 'survived';
}

/** Whether these tests fail again with the mutant. */
async function failsAgain(runner: MutantRunner, run: MutantRun, tests: string[]): Promise<boolean> {
  return (await runner.mutantRun({ ...run, testFilter: tests })).status !== 'survived';
}

/**
 * Runs the tests for a mutant. A test that fails notices the mutant only if it passes again without it, because mutants
 * share processes and databases, and an earlier one may have left something that fails all following tests. Then everything
 * starts anew, and the mutant gets a second run. After a run of several seconds, the test must also fail once more with the
 * mutant: on a busy machine, it may have waited in vain for what takes a moment otherwise. A test that can't run twice or
 * alone notices nothing; `warn` gets its id. A mutant that no test reached also gets a second run: code whose result is kept
 * runs once per process. `now` returns milliseconds.
 */
export async function runConfirmed(
  runner: MutantRunner,
  run: MutantRun,
  warn: (message: string) => void,
  now: () => number,
): Promise<MutantResult> {
  for (let isFresh = false; ; isFresh = true) {
    const start = now();
    const result = await runner.mutantRun(run);
    const isShort = now() - start < shortRun;
    const isMissed = result.status === 'survived' && runner.countHits() === 0;
    if (isMissed && !isFresh) {
      await runner.endProcesses();
      continue;
    }
    if (result.status !== 'killed') return result;
    const failed = [result.killedBy ?? []].flat();
    if (!(await passes(runner, run, failed))) await runner.endProcesses();
    else if (isShort || (await failsAgain(runner, run, failed))) return result;
    if (!isFresh) continue;
    warn(`Fails without a mutant when it runs again or alone, or not each time: ${failed.join(', ')}`);
    return { ...result, status: 'survived', killedBy: [] };
  }
}
