/*
 * `npm run mutate -- <feature or folder> [server|web] [--sample[=<size>]]`: changes its code in many small ways ("mutants"), runs
 * the tests near it for each, and prints the mutants that no test noticed. Writes the figures into docs/testing.md. Exits
 * with 1 if the tests notice too few. `--sample` tests about 80 mutants of each side, or as many as it says.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { runProgram } from '../checks/check-runs.ts';
import { readImporters } from '../checks/import-graph.ts';
import { listMutatedFiles, listNearTests, listSides } from './mutated-files.ts';
import { testOrder } from './nearest-first.ts';
import {
  countMutants,
  goals,
  listFolderRows,
  type MeasuredSide,
  type MutationReport,
  percentage,
  type Result,
  reachesGoal,
  updateTable,
} from './results.ts';
import { sampleShare, sampleSize } from './sample.ts';

/** The packages, sandboxes and reports. Stryker finds Vitest in the folders above its own. */
const folder = join('.runtime', 'mutate');
const sandboxes = join(folder, 'sandboxes');
const plugins = ['confirming-runner.mjs', 'ignore-labels.mjs', 'sample-checker.mjs'];
const packageFiles = ['package.json', 'package-lock.json'];
const page = join('docs', 'testing.md');

async function installStryker(): Promise<void> {
  const mark = join(folder, 'node_modules', '.installed');
  const lock = readFileSync(join('tools', 'mutate', 'package-lock.json'), 'utf8');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  process.stdout.write('Installing Stryker ...\n');
  mkdirSync(folder, { recursive: true });
  for (const name of packageFiles) copyFileSync(join('tools', 'mutate', name), join(folder, name));
  const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await runProgram('npm', ['ci', '--prefix', folder, ...flags]);
  if (code !== 0) throw new Error(`Couldn't install Stryker:\n${output}`);
  writeFileSync(mark, lock);
}

function listFiles(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path) && existsSync(path));
}

function strykerOptions(measured: MeasuredSide, files: readonly string[], report: string, share: number) {
  return {
    testRunner: 'confirming',
    plugins: ['@stryker-mutator/vitest-runner', ...plugins.map((name) => resolve('tools', 'mutate', name))],
    ignorers: ['labels'],
    checkers: share < 1 ? ['sample'] : [],
    mutate: listMutatedFiles(measured, files),
    testFiles: listNearTests(measured, files, readImporters(files)),
    vitest: { configFile: 'tools/mutate/mutate.vitest.config.ts', pool: 'forks', related: false },
    // A second run tests only mutants whose code or tests have changed.
    incremental: share === 1,
    incrementalFile: report.replace(/\.json$/, '.incremental.json'),
    coverageAnalysis: 'perTest',
    // What is computed while modules load would need all tests per mutant.
    ignoreStatic: true,
    // Without `?.` or with another type, the code doesn't compile.
    mutator: { excludedMutations: ['OptionalChaining'] },
    disableTypeChecks: false,
    // Stryker would parse tsconfig.json with an API that TypeScript 7 doesn't have. The runs don't need the file.
    tsconfigFile: 'none',
    concurrency: 1,
    // A busy machine must not turn slow tests into noticed mutants.
    timeoutMS: 60_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 30,
    tempDirName: sandboxes,
    cleanTempDir: 'always',
    ignorePatterns: ['.runtime', 'build', 'data', 'e2e', 'bench', 'test-results'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  };
}

function countLines(measured: MeasuredSide, files: readonly string[]): number {
  const texts = listMutatedFiles(measured, files).map((path) => readFileSync(path, 'utf8'));
  return texts.reduce((sum, text) => sum + text.split('\n').length, 0);
}

/** Tests this share of the mutants. */
function mutate(measured: MeasuredSide, files: readonly string[], share: number): Result {
  const name = `${measured.feature.replaceAll('/', '-')}-${measured.side}`;
  const [report, settings] = [join(folder, `${name}.json`), join(folder, `${name}.settings.json`)];
  rmSync(report, { force: true });
  const options = strykerOptions(measured, files, report, share);
  writeFileSync(settings, JSON.stringify(options, null, 2));
  const program = join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { status } = spawnSync(process.execPath, [program, 'run', settings], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      [testOrder]: options.testFiles.join('\n'),
      MUTATE_SHARE: String(share),
    },
    stdio: 'inherit',
  });
  if (status !== 0 || !existsSync(report)) throw new Error('Stryker failed.');
  return countMutants(JSON.parse(readFileSync(report, 'utf8')) as MutationReport, share);
}

function chooseSides(args: string[], files: readonly string[]): MeasuredSide[] {
  const [feature = '', side] = args;
  const both: MeasuredSide[] = [
    { feature, side: 'server' },
    { feature, side: 'web' },
  ];
  const chosen = both.filter(
    (one) => (!side || one.side === side) && feature !== '' && listMutatedFiles(one, files).length > 0,
  );
  if (chosen.length > 0 && args.length <= 2) return chosen;
  const names = [...new Set(listSides(files).map((one) => one.feature))].join(', ');
  throw new Error(
    `Usage: npm run mutate -- <feature or folder> [server|web] [--sample[=<size>]]. Features: ${names}`,
  );
}

async function run(args: string[]): Promise<void> {
  const files = listFiles();
  const isOption = (arg: string) => /^--sample(=[1-9]\d*)?$/.test(arg);
  const option = args.find(isOption);
  const size = Number(option?.split('=')[1] ?? sampleSize);
  const chosen = chooseSides(
    args.filter((arg) => !isOption(arg)),
    files,
  );
  await installStryker();
  // The runs take minutes to hours; other work on this machine goes first.
  setPriority(10);
  const date = new Date().toISOString().slice(0, 10);
  for (const one of chosen) {
    process.stdout.write(`Mutating ${one.feature}, ${one.side} ...\n`);
    const share = option === undefined ? 1 : sampleShare(countLines(one, files), size);
    const result = mutate(one, files, share);
    for (const line of result.unnoticed) process.stdout.write(`${line}\n`);
    process.stdout.write(
      `${one.feature}, ${one.side}: ${result.noticed} noticed, ${result.unnoticed.length} unnoticed, of ${result.total} ` +
        `(${percentage(result)}; goal: ${goals[one.side] * 100} %)\n`,
    );
    const before = readFileSync(page, 'utf8');
    const sides = listSides(files, [one, ...listFolderRows(before)]);
    writeFileSync(page, updateTable(before, sides, { ...one, ...result, date, isSample: share < 1 }));
    if (!reachesGoal(one.side, result)) process.exitCode = 1;
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
