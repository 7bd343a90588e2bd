export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts the tests in Vitest's JSON report. A file that fails to load has no tests and counts as one failure. */
export function countVitest(report: string): TestCount {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(report) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: { status: string; assertionResults: { status: string }[] }[];
  };
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests };
}

/** Counts the tests in Playwright's JSON report. A test that passed only on a retry counts as failed. */
export function countPlaywright(report: string): TestCount {
  const { stats, errors } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
