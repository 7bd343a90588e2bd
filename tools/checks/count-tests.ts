import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failed test with the beginning of its error. */
  failures: string[];
  /** Each test that passed only when it was repeated, with the beginning of the error of its first attempt. */
  flaky: string[];
}

/** Lines of an error that say what was expected and what came, without the stack and the steps. */
const errorLines = 8;

function describeFailure(where: string, message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, errorLines);
  return [where, ...lines.map((line) => `  ${line}`)].join('\n');
}

/**
 * More tests than these that passed only when they were repeated count as failed: one may be bad luck on a busy machine, several are a
 * defect.
 */
const flakyAllowed = 2;

/** Fails the flaky tests if they are too many. */
function judge(count: TestCount): TestCount {
  if (count.flaky.length <= flakyAllowed) return count;
  const { passed, failed, flaky } = count;
  return {
    ...count,
    passed: passed - flaky.length,
    failed: failed + flaky.length,
    failures: [...count.failures, ...flaky],
    flaky: [],
  };
}

/** Counts the tests in Vitest's JSON report. A file that fails to load has no tests and counts as one failure. */
export function countVitest(report: string): TestCount {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(report) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: {
      name: string;
      status: string;
      message?: string;
      assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
    }[];
  };
  const failures: string[] = [];
  const flaky: string[] = [];
  let broken = 0;
  for (const { name: path, status, message, assertionResults } of testResults) {
    const name = relative('.', path);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    for (const result of assertionResults)
      if (result.status === 'passed' && result.failureMessages?.length)
        flaky.push(describeFailure(`${name}: ${result.fullName}`, result.failureMessages[0]));
    for (const { fullName, failureMessages } of failed)
      failures.push(describeFailure(`${name}: ${fullName}`, failureMessages?.[0]));
    if (status !== 'failed' || failed.length > 0) continue;
    broken += 1;
    failures.push(describeFailure(name, message));
  }
  return judge({
    passed: numPassedTests,
    failed: numFailedTests + broken,
    skipped: numPendingTests,
    failures,
    flaky,
  });
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

/** Returns the tests with this outcome, each with the error of its first attempt. */
function listPlaywright(
  outcome: 'unexpected' | 'flaky',
  { suites = [], specs = [] }: PlaywrightSuite,
): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ projectName, results }) => {
        const [error] = results.flatMap(({ errors }) => errors);
        return describeFailure(`${file}:${line} (${projectName}): ${title}`, error?.message);
      }),
  );
  return [...own, ...suites.flatMap((suite) => listPlaywright(outcome, suite))];
}

/** Counts the tests in Playwright's JSON report. */
export function countPlaywright(report: string): TestCount {
  const { stats, errors, suites } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: { message?: string }[];
    suites: PlaywrightSuite[];
  };
  return judge({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => describeFailure('End-to-end tests', message)),
      ...suites.flatMap((suite) => listPlaywright('unexpected', suite)),
    ],
    flaky: suites.flatMap((suite) => listPlaywright('flaky', suite)),
  });
}
