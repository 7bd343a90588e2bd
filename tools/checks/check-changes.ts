import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chooseTests, findAffectedTests } from './affected-tests.ts';
import { checkBoundaries, checkTypes } from './check-parts.ts';
import { type CheckPart, reportFolder, runCommands, runVitest, tool } from './check-runs.ts';
import { readImporters } from './import-graph.ts';
import { isLongest } from './test-order.ts';

/** The seconds that the chosen tests may take together, on one core. */
const budget = 40;
/** The assumed duration of a test file that hasn't run yet, in seconds. */
const unknownSeconds = { web: 2, server: 3, longest: 60 };

const listLines = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .split('\n')
    .filter((line) => line !== '');

/** Returns the commit in which the current branch left main; the current commit if there is no main. */
function findBase(): string {
  for (const main of ['origin/main', 'main']) {
    try {
      return listLines('merge-base', 'HEAD', main)[0] ?? 'HEAD';
    } catch {
      // There is no such branch.
    }
  }
  return 'HEAD';
}

/** Returns the files that differ from main, committed or not, including new and deleted ones. */
export function listChangedFiles(): string[] {
  const changed = listLines('diff', '--name-only', '--no-renames', findBase());
  const added = listLines('ls-files', '--others', '--exclude-standard');
  return [...new Set([...changed, ...added])].sort();
}

/** Returns how long test files took in the last runs, in seconds. */
function readDurations(): Map<string, number> {
  const durations = new Map<string, number>();
  for (const name of ['web', 'server', 'changes']) {
    const path = join(reportFolder, `${name}.json`);
    if (!existsSync(path)) continue;
    const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as {
      testResults: { name: string; startTime: number; endTime: number }[];
    };
    for (const result of testResults) {
      const seconds = (result.endTime - result.startTime) / 1000;
      durations.set(relative(process.cwd(), result.name), seconds);
    }
  }
  return durations;
}

/** What `npm run check` runs, and a text about what it leaves out. */
export interface ChangeChecks {
  parts: CheckPart[];
  notRun: string;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns the checks for what has changed since main. They take about a minute. */
export function checksOfChanges(): ChangeChecks {
  const changed = listChangedFiles();
  const present = changed.filter((path) => existsSync(path));
  if (changed.length === 0) return { parts: [], notRun: 'Nothing has changed since main.' };
  const files = listLines('ls-files', '--cached', '--others', '--exclude-standard').filter(existsSync);
  const affected = findAffectedTests(changed, files, readImporters(files));
  const durations = readDurations();
  const secondsOf = (path: string) =>
    durations.get(path) ??
    unknownSeconds[isLongest(path) ? 'longest' : path.startsWith('web/') ? 'web' : 'server'];
  const { chosen, left } = chooseTests(affected, secondsOf, budget);
  const parts: CheckPart[] = [
    {
      name: 'tests',
      title: `Tests near the changes (${counted(chosen.length, 'file')})`,
      counts: true,
      run: () => runVitest('changes', chosen),
    },
    { name: 'types', title: 'Types', run: checkTypes },
    {
      name: 'house',
      title: 'House rules',
      run: () => runCommands([process.execPath, ['tools/checks/house/house-check.ts']]),
    },
    { name: 'boundaries', title: 'Boundaries', run: checkBoundaries },
    {
      name: 'format',
      title: 'Format and lint of changed files',
      run: () =>
        runCommands([
          tool('biome'),
          [...['ci', '--colors=off', '--error-on-warnings', '--no-errors-on-unmatched'], ...present],
        ]),
    },
  ];
  const omitted = [
    ...(left.length > 0
      ? [`${counted(left.length, 'test file')} that import the changes from further away`]
      : []),
    'tests that reach them only through requests of other features',
    'the end-to-end tests',
    'the search for dead code',
  ];
  return {
    parts: chosen.length > 0 ? parts : parts.slice(1),
    notRun: `${counted(changed.length, 'file')} changed since main. Not run: ${omitted.join(', ')}. npm test runs everything.`,
  };
}
