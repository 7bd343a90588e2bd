import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failed test with the beginning of its error. */
  failures: string[];
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
  let broken = 0;
  for (const { name: path, status, message, assertionResults } of testResults) {
    const name = relative('.', path);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    for (const { fullName, failureMessages } of failed)
      failures.push(describeFailure(`${name}: ${fullName}`, failureMessages?.[0]));
    if (status !== 'failed' || failed.length > 0) continue;
    broken += 1;
    failures.push(describeFailure(name, message));
  }
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken,
    skipped: numPendingTests,
    failures,
  };
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

/** Returns the failed tests, each with its error. */
function listFailures({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const [error] = results.flatMap(({ errors }) => errors);
        return describeFailure(`${file}:${line} (${projectName}): ${title}`, error?.message);
      }),
  );
  return [...own, ...suites.flatMap(listFailures)];
}

/** Counts the tests in Playwright's JSON report. */
export function countPlaywright(report: string): TestCount {
  const { stats, errors, suites } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; skipped: number };
    errors: { message?: string }[];
    suites: PlaywrightSuite[];
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => describeFailure('End-to-end tests', message)),
      ...suites.flatMap(listFailures),
    ],
  };
}
