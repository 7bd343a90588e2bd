import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { inTestOrder, isLongest, longest } from './test-order.ts';

it.each(longest)('%s is the name of one test file', (name) => {
  const pattern = `*/${name}.test.ts`;
  const found = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], {
    encoding: 'utf8',
  });
  expect(found.trim().split('\n')).toHaveLength(1);
  expect(found).not.toBe('');
});

it('A file is one of the longest by its whole name', () => {
  expect(isLongest('server/src/platform/jobs/jobs.test.ts')).toBe(true);
  expect(isLongest('server/src/platform/jobs/old-jobs.test.ts')).toBe(false);
});

it('Files of a project follow each other, the longest first, and those of the smaller project come first', () => {
  const file = (project: string, name: string) => ({
    moduleId: `/src/${name}.test.ts`,
    project: { name: project },
  });
  const files = [
    file('server', 'one'),
    file('live', 'chat'),
    file('server', 'fuzz'),
    file('live', 'feed'),
    file('server', 'role-matrix'),
  ];
  expect(inTestOrder(files).map(({ moduleId }) => moduleId.slice(5, -8))).toEqual([
    'chat',
    'feed',
    'role-matrix',
    'fuzz',
    'one',
  ]);
});
