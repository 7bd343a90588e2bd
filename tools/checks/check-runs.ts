import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { countVitest, type TestCount } from './count-tests.ts';

export interface CheckResult {
  passed: number;
  failed: number;
  /** Shown if the part failed. */
  output: string;
  /** Each failed test with the beginning of its error; shown again at the end. */
  failures?: string[];
  /** Shown if the part passed. */
  remark?: string;
}

/** One part of `npm test`. With `counts`, its tests are added to the total; otherwise the part counts as one test. */
export interface CheckPart {
  name: string;
  title: string;
  counts?: boolean;
  /** Runs while no other part runs. */
  alone?: boolean;
  run: () => Promise<CheckResult>;
}

/** The reports of the last run of each part. */
export const reportFolder = join('build', 'reports');

export interface Finished {
  code: number;
  output: string;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** The program is ended and counts as failed if it takes longer, so that one that hangs can't hold up everything. */
  minutes?: number;
}

/** The time a program has to print what it was doing when its time is over. */
const lastWordsMilliseconds = 3_000;

const running = new Set<ChildProcess>();

/** Ends a program with all processes that it started. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ends all programs when this process is asked to end: each has a process group of its own, which Ctrl+C doesn't reach. */
export function endProgramsOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const child of running) endGroup(child);
      process.exit(1);
    });
  }
}

export function runProgram(
  program: string,
  args: string[],
  { env = {}, minutes = 15 }: RunOptions = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    let output = '';
    let isLate = false;
    let ending: NodeJS.Timeout | undefined;
    const endSoon = () => {
      ending ??= setTimeout(() => {
        endGroup(child);
        child.stdout.destroy();
        child.stderr.destroy();
      }, lastWordsMilliseconds);
    };
    const limit = setTimeout(() => {
      isLate = true;
      output += `\n${basename(program)} did not finish within ${minutes} minutes.\n`;
      child.kill('SIGTERM');
      endSoon();
    }, minutes * 60_000);
    const finish = (code: number) => {
      clearTimeout(limit);
      clearTimeout(ending);
      running.delete(child);
      resolve({ code: isLate ? 1 : code, output });
    };
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      output += error.message;
      finish(1);
    });
    // A process that it left behind may hold its output open.
    child.on('exit', endSoon);
    child.on('close', (code) => finish(code ?? 1));
  });
}

export const tool = (name: string) => join('node_modules', '.bin', name);

/** Runs commands at the same time and fails if one of them has a nonzero exit code. */
export async function runCommands(...commands: [program: string, args: string[]][]): Promise<CheckResult> {
  const finished = await Promise.all(commands.map(([program, args]) => runProgram(program, args)));
  const failures = finished.filter(({ code }) => code !== 0);
  return {
    passed: failures.length ? 0 : 1,
    failed: failures.length ? 1 : 0,
    output: failures.map(({ output }) => output).join('\n'),
  };
}

/** Returns the counts of a test run. A run without a report or without tests counts as failed. */
export function toCheckResult(
  finished: Finished,
  report: string,
  count: (report: string) => TestCount,
): CheckResult {
  if (!existsSync(report)) return { passed: 0, failed: 1, output: finished.output.slice(-20_000) };
  const { passed, failed, skipped, failures } = count(readFileSync(report, 'utf8'));
  const remark = skipped ? `${skipped} skipped` : undefined;
  if (passed + failed === 0)
    return { passed, failed: 1, output: `No test ran.\n${finished.output.slice(-20_000)}` };
  // An error outside the tests makes the run fail although every test passed.
  const otherFailures = finished.code !== 0 && failed === 0 ? 1 : 0;
  const output = finished.output.slice(-60_000);
  return { passed, failed: failed + otherFailures, output, failures, remark };
}

export function reportPath(name: string): string {
  mkdirSync(reportFolder, { recursive: true });
  const path = join(reportFolder, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** Runs Vitest; the arguments choose the tests. */
export async function runVitest(
  name: string,
  args: string[],
  options: RunOptions = {},
): Promise<CheckResult> {
  const report = reportPath(name);
  const reporters = ['default', 'json', './tools/vitest/running-files.ts'];
  const finished = await runProgram(
    tool('vitest'),
    [
      ...['run', ...args, `--outputFile.json=${report}`],
      ...reporters.map((reporter) => `--reporter=${reporter}`),
    ],
    options,
  );
  return toCheckResult(finished, report, countVitest);
}
