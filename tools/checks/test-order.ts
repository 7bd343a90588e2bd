import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files that take longest, so that none of them runs alone at the end. Times of earlier runs aren't known in a clone. */
export const longest = [
  'new-feature',
  'role-matrix',
  'seed-demo',
  'postgres',
  'fuzz',
  'lost-rights',
  'join-concurrency',
  'numbers',
  'jobs',
  'upload-file',
  'hostile-text',
  'rate-limit',
];

/** Whether a test file is one of those that take longest. */
export const isLongest = (path: string): boolean => longest.some((name) => path.endsWith(`/${name}.test.ts`));

/** Starts the longest files first and the others in the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return index === -1 ? longest.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
