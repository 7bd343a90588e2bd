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

/** What the order of a test file depends on. */
interface TestFile {
  moduleId: string;
  project: { name: string };
}

/**
 * Returns the files of one project after those of another, the project with the fewest first: a worker that is shared by
 * the files of a project, with its modules and its server, ends when the next file belongs to another one. Within a project,
 * the longest files start first, and the others keep their order.
 */
export function inTestOrder<File extends TestFile>(files: readonly File[]): File[] {
  const rank = ({ moduleId }: File) => {
    const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return index === -1 ? longest.length : index;
  };
  return [...Map.groupBy(files, ({ project }) => project.name).values()]
    .toSorted((one, other) => one.length - other.length)
    .flatMap((ofProject) => ofProject.toSorted((one, other) => rank(one) - rank(other)));
}

/** Orders test files by project, and starts the longest of each first. The others have the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return inTestOrder(await super.sort(files));
  }
}
