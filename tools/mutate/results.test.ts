import { expect, test } from 'vitest';
import { countMutants, listFolderRows, percentage, reachesGoal, updateTable } from './results.ts';
import { sampleShare } from './sample.ts';

const location = (line: number, start: number, end: number) => ({
  start: { line, column: start },
  end: { line, column: end },
});

test('mutants that end a test run with an error or a timeout count as noticed, ignored ones not at all', () => {
  const statuses = ['Killed', 'Timeout', 'RuntimeError', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'];
  const mutants = statuses.map((status) => ({ status, replacement: 'false', location: location(1, 1, 2) }));
  expect(countMutants({ files: { 'a.ts': { source: 'x', mutants } } })).toMatchObject({
    noticed: 3,
    total: 5,
  });
});

test('an unnoticed mutant is printed with its line, what it replaced and whether a test ran it', () => {
  const source = 'const a = 1;\nconst b = a > 0 &&\n  a < 9;\n';
  const mutants = [
    { status: 'Survived', replacement: 'true', location: location(2, 11, 16) },
    {
      status: 'NoCoverage',
      replacement: 'a > 0 ||\n  a < 9',
      location: { start: { line: 2, column: 11 }, end: { line: 3, column: 8 } },
    },
  ];
  expect(countMutants({ files: { 'a.ts': { source, mutants } } }).unnoticed).toEqual([
    'a.ts:2: a > 0 -> true',
    'a.ts:2: a > 0 && a < 9 -> a > 0 || a < 9 (no test runs it)',
  ]);
});

test.each([
  ['server', 85, 100, true],
  ['server', 84, 100, false],
  ['web', 3, 4, true],
  ['web', 74, 100, false],
  ['web', 0, 0, true],
] as const)('on the %s, %i of %i noticed reach the goal: %s', (side, noticed, total, reaches) => {
  expect(reachesGoal(side, { noticed, total })).toBe(reaches);
});

test('a share below a goal is not rounded up to it', () => {
  expect(percentage({ noticed: 849, total: 1000 })).toBe('84 %');
  expect(percentage({ noticed: 0, total: 0 })).toBe('no mutants');
});

const head = '| feature | side | noticed | of | share | measured on |\n|---|---|---|---|---|---|\n';
const date = '2026-11-23';
const page = (rows: string) => `Before\n\n<!-- Written by npm run mutate -->\n${head}${rows}\nAfter\n`;
const sides = [
  { feature: 'feed', side: 'server' },
  { feature: 'map', side: 'server' },
  { feature: 'map', side: 'web' },
] as const;

test('the table gets the new figures, keeps other measured ones, and drops features that are gone', () => {
  const before = page(
    '| chat | web | 1 | 2 | 50 % | 2026-11-22 |\n| map | web | 3 | 4 | 75 % | 2026-11-22 |\n',
  );
  const after = updateTable(before, sides, { feature: 'map', side: 'server', noticed: 9, total: 10, date });
  expect(after).toBe(
    page(
      '| feed | server | | | not measured | |\n| map | server | 9 | 10 | 90 % | 2026-11-23 |\n' +
        '| map | web | 3 | 4 | 75 % | 2026-11-22 |\n',
    ),
  );
});

test('a sample has the same mutants in every run, about as many as its share, and no untested ones outside of it', () => {
  const mutants = Array.from({ length: 1_000 }, (_, index) => ({
    status: index % 2 === 0 ? 'Killed' : 'NoCoverage',
    replacement: 'false',
    location: location(index + 1, 1, 2),
  }));
  const files = { 'a.ts': { source: 'x\n'.repeat(1_000), mutants } };
  const { noticed, total } = countMutants({ files }, 0.2);
  expect(total).toBeGreaterThan(150);
  expect(total).toBeLessThan(250);
  expect(noticed).toBeGreaterThan(70);
  expect(noticed).toBeLessThan(130);
  expect(countMutants({ files }, 0.2)).toMatchObject({ noticed, total });
  expect(sampleShare(40, 80)).toBe(1);
  expect(sampleShare(1_000, 80)).toBeLessThan(0.2);
  expect(sampleShare(1_000, 40)).toBe(sampleShare(2_000, 80));
});

test('the row of a sample says that it is one', () => {
  const side = { feature: 'polls', side: 'server' } as const;
  expect(updateTable(page(''), [side], { ...side, noticed: 70, total: 80, date, isSample: true })).toContain(
    '| polls | server | 70 | a sample of 80 | 87 % | 2026-11-23 |',
  );
});

test('a part of a feature keeps its row', () => {
  const row = '| map/places | server | 9 | 10 | 90 % | 2026-11-23 |\n';
  const others = listFolderRows(page(row));
  expect(others).toEqual([{ feature: 'map/places', side: 'server' }]);
  const side = { feature: 'map', side: 'web' } as const;
  expect(updateTable(page(row), [side, ...others], { ...side, noticed: 3, total: 4, date })).toContain(row);
});
