import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The environment variable with the test files of a run, nearest to the mutated code first, one on each line. */
export const testOrder = 'HEARTH_TEST_ORDER';

/** Returns these files in the given order of paths. Files that aren't part of it come last. */
export function sortByOrder<File extends { moduleId: string }>(
  files: readonly File[],
  order: readonly string[],
): File[] {
  const rank = ({ moduleId }: File) => {
    const index = order.findIndex((path) => moduleId.endsWith(`/${path}`));
    return index === -1 ? order.length : index;
  };
  return files.toSorted((one, other) => rank(one) - rank(other));
}

/** Runs the tests first that most likely notice a mutant, because the others don't run after the first failure. */
export class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return sortByOrder(await super.sort(files), (process.env[testOrder] ?? '').split('\n'));
  }
}
