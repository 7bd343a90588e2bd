import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files that take longest, so that none of them runs alone at the end. Times of earlier runs aren't known in a clone. */
const longest = [
  'server/seed/seed-demo.test.ts',
  'server/src/platform/http/role-matrix.test.ts',
  'tools/postgres.test.ts',
  'server/src/platform/email/email-delivery.test.ts',
  'server/src/features/mentions/mentions.test.ts',
  'server/src/features/feed/races.test.ts',
  'server/src/platform/http/rate-limit.test.ts',
  'server/src/features/uploads/upload-file.test.ts',
  'server/src/features/feed/hostile-text.test.ts',
  'server/src/features/auth/password-reset.test.ts',
];

/** Starts the longest files first and the others in the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((path) => moduleId.endsWith(path));
      return index === -1 ? longest.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
