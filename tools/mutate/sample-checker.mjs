/* A Stryker plugin: leaves out the mutants that aren't in the sample, as if they didn't compile. */
import { isSampled } from './sample.ts';

/** The environment variable with the share of mutants in the sample. */
const shareName = 'MUTATE_SHARE';

function createChecker() {
  const share = Number(process.env[shareName]);
  const check = ({ fileName, location, replacement }) => {
    // Stryker counts from 0 here, and from 1 in its report.
    const { line, column } = location.start;
    return isSampled({ fileName, line: line + 1, column: column + 1, replacement }, share)
      ? { status: 'passed' }
      : { status: 'compileError', reason: 'Not in the sample' };
  };
  return {
    init: async () => {},
    group: async (mutants) => [mutants.map(({ id }) => id)],
    check: async (mutants) => Object.fromEntries(mutants.map((mutant) => [mutant.id, check(mutant)])),
  };
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createChecker }];
