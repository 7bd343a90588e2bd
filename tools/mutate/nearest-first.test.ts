import { expect, test } from 'vitest';
import { sortByOrder } from './nearest-first.ts';

test('test files run in the given order, and unknown ones after them in their own', () => {
  const paths = ['/sandbox/server/z.test.ts', '/sandbox/server/y.test.ts', '/sandbox/server/a.test.ts'];
  const files = paths.map((moduleId) => ({ moduleId }));
  const sorted = sortByOrder(files, ['server/a.test.ts', 'server/none.test.ts']);
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual([paths[2], paths[0], paths[1]]);
});
