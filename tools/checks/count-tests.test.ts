import { expect, it } from 'vitest';
import { countPlaywright, countVitest } from './count-tests.ts';

it('A test file that fails to load counts as failed', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(countVitest(JSON.stringify(report))).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

it('Flaky end-to-end tests and errors outside tests count as failed', () => {
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{ message: 'no server' }],
  };
  expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 4, failed: 3, skipped: 1 });
});
