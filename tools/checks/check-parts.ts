import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireChromium } from '../find-chromium.ts';
import { countPlaywright, countVitest, type TestCount } from './count-tests.ts';

export interface CheckResult {
  passed: number;
  failed: number;
  /** Shown if the part failed. */
  output: string;
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

const reportFolder = join('build', 'reports');

interface Finished {
  code: number;
  output: string;
}

function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const tool = (name: string) => join('node_modules', '.bin', name);

/** Runs commands and fails if one of them has a nonzero exit code. */
async function runCommands(...commands: [program: string, args: string[]][]): Promise<CheckResult> {
  const finished = await Promise.all(commands.map(([program, args]) => runProgram(program, args)));
  const failures = finished.filter(({ code }) => code !== 0);
  return {
    passed: failures.length ? 0 : 1,
    failed: failures.length ? 1 : 0,
    output: failures.map(({ output }) => output).join('\n'),
  };
}

/** Also fails if dependency-cruiser read no TypeScript, which it doesn't report itself. */
async function checkBoundaries(): Promise<CheckResult> {
  const folders = ['contract', 'server', 'web', 'tools', 'vite.config.ts'].filter((folder) =>
    existsSync(folder),
  );
  const { code, output } = await runProgram(process.execPath, [
    '--import',
    './tools/checks/classic-typescript.mjs',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders],
  ]);
  try {
    const { modules, summary } = JSON.parse(output) as {
      modules: { source: string; dependencies: unknown[] }[];
      summary: { violations: { from: string; to: string; rule: { name: string } }[] };
    };
    const read = modules.filter(
      ({ source, dependencies }) => /\.tsx?$/.test(source) && dependencies.length > 0,
    );
    const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
    if (read.length === 0) lines.push('no TypeScript was read: see tools/checks/classic-typescript.mjs');
    return { passed: lines.length ? 0 : 1, failed: lines.length ? 1 : 0, output: lines.join('\n') };
  } catch {
    return { passed: 0, failed: 1, output: `dependency-cruiser ended with ${code}:\n${output.slice(-3000)}` };
  }
}

/** Returns the counts of a test run. A run without a report or without tests counts as failed. */
function toCheckResult(
  finished: Finished,
  report: string,
  count: (report: string) => TestCount,
): CheckResult {
  if (!existsSync(report)) return { passed: 0, failed: 1, output: finished.output.slice(-20_000) };
  const { passed, failed, skipped } = count(readFileSync(report, 'utf8'));
  const remark = skipped ? `${skipped} skipped` : undefined;
  if (passed + failed === 0)
    return { passed, failed: 1, output: `No test ran.\n${finished.output.slice(-20_000)}` };
  // An error outside the tests makes the run fail although every test passed.
  const otherFailures = finished.code !== 0 && failed === 0 ? 1 : 0;
  return { passed, failed: failed + otherFailures, output: finished.output.slice(-60_000), remark };
}

function reportPath(name: string): string {
  mkdirSync(reportFolder, { recursive: true });
  const path = join(reportFolder, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

async function runVitest(project: string): Promise<CheckResult> {
  const report = reportPath(project);
  const finished = await runProgram(tool('vitest'), [
    ...['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]);
  return toCheckResult(finished, report, countVitest);
}

async function runEndToEndTests(): Promise<CheckResult> {
  const browser = requireChromium((line) => process.stdout.write(`   ${line}\n`));
  const report = reportPath('e2e');
  const data = mkdtempSync(join(tmpdir(), 'hearth-e2e-'));
  // As root, PostgreSQL runs as another user, who must be able to enter the folder. Otherwise its data would be stored
  // elsewhere and not be deleted.
  chmodSync(data, 0o711);
  try {
    const finished = await runProgram(tool('playwright'), ['test', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      CHROMIUM_PATH: browser,
      HEARTH_E2E_DATA: data,
    });
    return toCheckResult(finished, report, countPlaywright);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

export const parts: CheckPart[] = [
  {
    name: 'format',
    title: 'Format and lint',
    run: () => runCommands([tool('biome'), ['ci', '--colors=off', '--diagnostic-level=error', '.']]),
  },
  {
    name: 'types',
    title: 'Types',
    run: () =>
      runCommands(
        [tool('tsc'), ['-p', '.']],
        [tool('tsc'), ['-p', 'web']],
        [tool('tsc'), ['-p', 'e2e/live-equals-fetch']],
      ),
  },
  { name: 'boundaries', title: 'Boundaries', run: checkBoundaries },
  {
    name: 'house',
    title: 'House rules',
    run: () => runCommands([process.execPath, ['tools/checks/house-check.ts']]),
  },
  { name: 'dead-code', title: 'Dead code', run: () => runCommands([tool('knip'), ['--no-progress']]) },
  { name: 'web', title: 'Web tests', counts: true, run: () => runVitest('web') },
  {
    name: 'server',
    title: 'Server tests, on a real PostgreSQL',
    counts: true,
    alone: true,
    run: () => runVitest('server'),
  },
  {
    name: 'e2e',
    title: 'End-to-end tests in a real browser',
    counts: true,
    alone: true,
    run: runEndToEndTests,
  },
];
