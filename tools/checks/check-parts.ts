import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWholeChromium, requireChromium } from '../find-chromium.ts';
import { installFfmpeg } from '../find-ffmpeg.ts';
import { installNatsServer } from '../find-nats-server.ts';
import {
  type CheckPart,
  type CheckResult,
  reportPath,
  runCommands,
  runProgram,
  runVitest,
  toCheckResult,
  tool,
} from './check-runs.ts';
import { countPlaywright } from './count-tests.ts';
import { checkPageBudgets } from './page-budgets.ts';
import { checkSelectorCosts } from './selector-costs.ts';

/**
 * Checks the types of all programs. A later run checks only what has changed since. One checker per program: each further
 * one checks the shared types again, which takes 2.6 times the CPU time with four.
 */
export async function checkTypes(): Promise<CheckResult> {
  const programs = { root: '.', web: 'web', live: 'e2e/live-equals-fetch' };
  return await runCommands(
    ...Object.entries(programs).map(([name, folder]): [string, string[]] => [
      tool('tsc'),
      [
        '-p',
        folder,
        '--checkers',
        '1',
        '--incremental',
        '--tsBuildInfoFile',
        join('build', 'types', `${name}.tsbuildinfo`),
      ],
    ]),
  );
}

/** Also fails if dependency-cruiser read no TypeScript, which it doesn't report itself. */
export async function checkBoundaries(): Promise<CheckResult> {
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

/** What the pages of failed end-to-end tests showed, for runs on a machine whose files nobody can open. */
function readPagesOfFailures(): string {
  const pages = globSync('test-results/*/error-context.md').slice(0, 3);
  return pages
    .map((page) => `\n\n${page}\n${readFileSync(page, 'utf8').split('\n').slice(0, 200).join('\n')}`)
    .join('');
}

async function runServerTests(): Promise<CheckResult> {
  const say = (line: string) => process.stdout.write(`   ${line}\n`);
  const withoutNats = installNatsServer(say);
  if (withoutNats !== null) say(`The tests with a NATS server are skipped: ${withoutNats}`);
  const withoutFfmpeg = installFfmpeg(say);
  if (withoutFfmpeg !== null) say(`The tests with ffmpeg are skipped: ${withoutFfmpeg}`);
  const projects = ['server', 'live'].flatMap((project) => ['--project', project]);
  return await runVitest('server', [...projects, `--maxWorkers=${availableParallelism() + 1}`], {
    minutes: 25,
  });
}

async function runEndToEndTests(): Promise<CheckResult> {
  const say = (line: string) => process.stdout.write(`   ${line}\n`);
  const browser = requireChromium(say);
  const problem = installWholeChromium(say);
  if (problem !== null) say(`The tests of push notifications are skipped: ${problem}`);
  const report = reportPath('e2e');
  const data = mkdtempSync(join(tmpdir(), 'hearth-e2e-'));
  // As root, PostgreSQL runs as another user, who must be able to enter the folder. Otherwise its data would be stored
  // elsewhere and not be deleted.
  chmodSync(data, 0o711);
  try {
    const finished = await runProgram(tool('playwright'), ['test', '--reporter=list,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: browser, HEARTH_E2E_DATA: data },
      minutes: 25,
    });
    const result = toCheckResult(finished, report, countPlaywright);
    return { ...result, output: `${result.output}${readPagesOfFailures()}` };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

export const parts: CheckPart[] = [
  {
    name: 'format',
    title: 'Format and lint',
    run: () => runCommands([tool('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']]),
  },
  {
    name: 'types',
    title: 'Types',
    run: checkTypes,
  },
  { name: 'boundaries', title: 'Boundaries', run: checkBoundaries },
  {
    name: 'house',
    title: 'House rules',
    run: () => runCommands([process.execPath, ['tools/checks/house/house-check.ts']]),
  },
  { name: 'dead-code', title: 'Dead code', run: () => runCommands([tool('knip'), ['--no-progress']]) },
  {
    name: 'scripts',
    title: 'Size of pages and cost of styles',
    run: async () => {
      const problems = [...checkPageBudgets(), ...checkSelectorCosts()];
      return {
        passed: problems.length ? 0 : 1,
        failed: problems.length ? 1 : 0,
        output: problems.join('\n'),
      };
    },
  },
  { name: 'web', title: 'Web tests', counts: true, run: () => runVitest('web', ['--project', 'web']) },
  {
    name: 'server',
    title: 'Server tests, on a real PostgreSQL',
    counts: true,
    alone: true,
    // One more than cores, because these tests also wait: for the database, for jobs, for times to pass.
    run: runServerTests,
  },
  {
    name: 'e2e',
    title: 'End-to-end tests in a real browser',
    counts: true,
    alone: true,
    run: runEndToEndTests,
  },
];
