export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts Vitest's JSON report. A file that could not even be loaded has no failed test and counts as one. */
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

/** Counts Playwright's JSON report. A test that passed only when tried again is a failed one. */
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
