import { dirname, relative } from 'node:path';

/** A test, and how long it took without a mutant. */
export interface TimedTest {
  /** The path of its file and its name: `server/src/a.test.ts#a list is sorted`. */
  id: string;
  milliseconds: number;
}

/** What loading a test file costs in a process that is kept, in milliseconds. */
const loadTime = 300;
/** The tests of a mutant take at most about this time, in milliseconds. */
const longestRun = 30_000;

/** Returns the path of a test's file. */
export const fileOf = (id: string): string => id.slice(0, id.indexOf('#'));

/** Returns how many folders are between two files: 0 for the same folder. */
function foldersBetween(one: string, other: string): number {
  const path = relative(dirname(one), dirname(other));
  return path === '' ? 0 : path.split('/').length;
}

/**
 * Returns the tests to run for a mutant, in the order of their files: near and quick ones first, because they find most
 * mistakes at the lowest cost. Of tests that take long together, the last ones are left out, but never all.
 */
export function chooseTests(mutatedFile: string, tests: readonly TimedTest[]): string[] {
  const files = new Map<string, { ids: string[]; milliseconds: number }>();
  for (const { id, milliseconds } of tests) {
    const known = files.get(fileOf(id)) ?? { ids: [], milliseconds: loadTime };
    files.set(fileOf(id), { ids: [...known.ids, id], milliseconds: known.milliseconds + milliseconds });
  }
  const ordered = [...files]
    .map(([file, { ids, milliseconds }]) => ({
      ids,
      milliseconds,
      cost: (foldersBetween(mutatedFile, file) + 1) * milliseconds,
    }))
    .toSorted((one, other) => one.cost - other.cost);
  const chosen: string[] = [];
  let total = 0;
  for (const { ids, milliseconds } of ordered) {
    if (chosen.length > 0 && total + milliseconds > longestRun) continue;
    total += milliseconds;
    chosen.push(...ids);
  }
  return chosen;
}
