import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { countPlaywright, countVitest } from './count-tests.ts';

it('A test file that fails to load counts as failed, and each failure is listed with its error', () => {
  const failed = {
    status: 'failed',
    fullName: 'A member likes a post',
    failureMessages: ['AssertionError: expected 1 to be 2\n\n    at test.ts:3:1\n    at run (vitest.js:1:1)'],
  };
  const passed = { status: 'passed', fullName: 'A member writes', failureMessages: [] };
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { name: resolve('like.test.ts'), status: 'failed', assertionResults: [failed, passed] },
      { name: 'broken.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: 'write.test.ts', status: 'passed', assertionResults: [passed] },
    ],
  };
  expect(countVitest(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 2,
    skipped: 2,
    failures: [
      'like.test.ts: A member likes a post\n  AssertionError: expected 1 to be 2',
      'broken.test.ts\n  Cannot find module',
    ],
  });
});

const spec = (status: string, ...messages: string[]) => ({
  title: 'Back closes a menu',
  file: 'shell.e2e.ts',
  line: 7,
  tests: [{ projectName: 'phone', status, results: messages.map((message) => ({ errors: [{ message }] })) }],
});

it('End-to-end tests: errors outside tests count as failed, and each failure is listed with its error', () => {
  const report = {
    stats: { expected: 4, unexpected: 1, skipped: 1 },
    errors: [{ message: 'no server' }],
    suites: [
      { specs: [spec('expected')] },
      { suites: [{ specs: [spec('unexpected', '\u001b[31mError: never\u001b[39m\n    at a.ts:1:1')] }] },
    ],
  };
  expect(countPlaywright(JSON.stringify(report))).toEqual({
    passed: 4,
    failed: 2,
    skipped: 1,
    failures: ['End-to-end tests\n  no server', 'shell.e2e.ts:7 (phone): Back closes a menu\n  Error: never'],
  });
});
