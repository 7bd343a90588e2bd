import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A copy of the working tree, in which a feature is created and checked. */
let copy: string;
/** Without the settings that this run gives its workers. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$)/.test(name)));

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'hearth-new-feature-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(name)))
    cpSync(path, join(copy, path));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  // The checks read the list of files from git.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface Finished {
  code: number;
  output: string;
}

/** Runs a program in the copy. */
function run(program: string, ...args: string[]): Promise<Finished> {
  return new Promise((done) => {
    const options = { cwd: copy, env: { ...env, NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}
const runTool = (...args: string[]) => run(process.execPath, ...args);
const bin = (name: string) => join('node_modules', '.bin', name);
const passes = { code: 0 };

/**
 * Checks the types of all sides as one program, which takes half as long as the three of `npm test`. Of the tests, only those of
 * the feature: no other test imports it.
 */
function checkTypes(written: readonly string[]): Promise<Finished> {
  const program = {
    extends: './e2e/live-equals-fetch/tsconfig.json',
    include: ['contract', 'server', 'web/src', 'web/testing'],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
    files: written.filter((path) => /\.test\.tsx?$/.test(path)),
  };
  writeFileSync(join(copy, 'all.tsconfig.json'), JSON.stringify(program));
  return run(bin('tsc'), '-p', 'all.tsconfig.json', '--checkers', '1');
}

/** Fails if files or exports of the feature are unused. Other dead code is found by the part of `npm test` of that name. */
async function findDeadCode(): Promise<Finished> {
  const { output } = await run(bin('knip'), '--no-progress');
  const lines = output.split('\n').filter((line) => /reading-?list/i.test(line));
  return { code: lines.length, output: lines.join('\n') };
}

/** Runs the tests of the feature on all sides and returns the result of each by its title. */
async function runTests(...paths: string[]): Promise<{ file: string; title: string; passed: boolean }[]> {
  const report = join(copy, 'build', 'report.json');
  const { output } = await run(bin('vitest'), 'run', ...paths, '--reporter=json', `--outputFile=${report}`);
  if (!existsSync(report)) throw new Error(output);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string;
      message: string;
      assertionResults: { title: string; status: string }[];
    }[];
  };
  return testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length === 0
      ? [{ file: name, title: message, passed: false }]
      : assertionResults.map(({ title, status }) => ({ file: name, title, passed: status === 'passed' })),
  );
}

describe('npm run new', () => {
  it.each([
    ['polls', /already exist.*server\/src\/features\/polls/s],
    ['Reading-Lists', /lowercase words with hyphens/],
    ['sheep', /Pass the singular of sheep/],
  ])('refuses %s and writes nothing', async (name, reason) => {
    expect(await runTool('tools/new-feature/new-feature.ts', name)).toMatchObject({
      code: 1,
      output: expect.stringMatching(reason),
    });
    expect(existsSync(join(copy, `contract/src/features/${name}/${name}.ts`))).toBe(name === 'polls');
  });

  it('writes a feature that passes all checks and its tests but those of open decisions', {
    timeout: 400_000,
  }, async () => {
    const { code, output } = await runTool('tools/new-feature/new-feature.ts', 'reading-lists');
    expect({ code, output }).toMatchObject(passes);
    const written = [...output.matchAll(/^(?:wrote|changed) (.+)$/gm)].map((match) => match[1] ?? '');
    expect(written.length).toBeGreaterThan(30);
    const tests = runTests('reading-lists', 'web/src/app/start/start-live.test.ts');
    // The other modules don't change, so only the new imports are followed.
    const sources = written.filter((path) => /\.tsx?$/.test(path) && !path.startsWith('e2e/'));
    const checks = await Promise.all([
      checkTypes(written),
      run(bin('biome'), 'ci', '--error-on-warnings', ...written),
      findDeadCode(),
      runTool('tools/checks/house/house-check.ts'),
      runTool(
        ...['--import', './tools/checks/classic-typescript.mjs'],
        join('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
        ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err', '--max-depth', '1'],
        ...new Set(sources.map(dirname)),
      ),
    ]);
    expect(checks.filter((check) => check.code !== 0).map((check) => check.output)).toEqual([]);
    const results = await tests;
    const failed = results.filter(({ passed }) => !passed);
    expect(failed.filter(({ file }) => !file.includes('reading-lists.decisions.'))).toEqual([]);
    // Each decision fails until it's made.
    expect(failed.map(({ title }) => title)).toEqual(
      results.filter(({ file }) => file.includes('.decisions.')).map(({ title }) => title),
    );
    expect(failed).toHaveLength(10);
    expect(results.length - failed.length).toBeGreaterThan(30);
  });
});
