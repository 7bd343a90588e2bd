import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { longest } from './test-order.ts';

it.each(longest)('%s is the name of one test file', (name) => {
  const pattern = `*/${name}.test.ts`;
  const found = execFileSync('git', ['ls-files', '--cached', '--others', pattern], { encoding: 'utf8' });
  expect(found.trim().split('\n')).toHaveLength(1);
  expect(found).not.toBe('');
});
