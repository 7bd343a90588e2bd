import { isSampled } from './sample.ts';

/** The side of a feature that is mutated. */
export type Side = 'server' | 'web';

/** The share of mutants that the tests of a feature must notice. */
export const goals: Record<Side, number> = { server: 0.85, web: 0.75 };

/** What is read of Stryker's report: https://github.com/stryker-mutator/mutation-testing-elements */
export interface MutationReport {
  files: Record<string, { source: string; mutants: ReportedMutant[] }>;
}

export interface ReportedMutant {
  replacement?: string;
  status: string;
  location: { start: Position; end: Position };
}

/** Counted from 1. */
interface Position {
  line: number;
  column: number;
}

export interface Result {
  noticed: number;
  total: number;
  /** The mutants that no test noticed, as `file:line: before -> after`. */
  unnoticed: string[];
}

/** A mutant that ends the run with an error was noticed, too. */
const noticed = new Set(['Killed', 'Timeout', 'RuntimeError']);
const unnoticed = new Set(['Survived', 'NoCoverage']);
const longestExcerpt = 80;

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt - 1)}…` : line;
}

function sourceAt(source: string, { start, end }: ReportedMutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n');
}

/**
 * Counts the mutants of a report, of a sample with this share. Mutants that Stryker was told to ignore don't count.
 * Untested code has a report of all its mutants, sampled or not.
 */
export function countMutants(report: MutationReport, share = 1): Result {
  const result: Result = { noticed: 0, total: 0, unnoticed: [] };
  for (const [path, { source, mutants }] of Object.entries(report.files)) {
    for (const mutant of mutants) {
      const { start } = mutant.location;
      const key = { fileName: path, ...start, replacement: mutant.replacement ?? '' };
      if (!isSampled(key, share)) continue;
      if (noticed.has(mutant.status)) result.noticed += 1;
      else if (!unnoticed.has(mutant.status)) continue;
      result.total += 1;
      if (unnoticed.has(mutant.status)) {
        const [before, after] = [sourceAt(source, mutant.location), mutant.replacement ?? ''].map(excerpt);
        const untested = mutant.status === 'NoCoverage' ? ' (no test runs it)' : '';
        result.unnoticed.push(`${path}:${mutant.location.start.line}: ${before} -> ${after}${untested}`);
      }
    }
  }
  return result;
}

/** Whether the tests notice as many mutants as they must. Without any mutants, they do. */
export function reachesGoal(side: Side, { noticed, total }: Pick<Result, 'noticed' | 'total'>): boolean {
  return noticed >= total * goals[side];
}

/** Rounds down, so that a share just below a goal doesn't look like the goal. */
export function percentage({ noticed, total }: Pick<Result, 'noticed' | 'total'>): string {
  return total === 0 ? 'no mutants' : `${Math.floor((noticed * 100) / total)} %`;
}

/** A side of a feature, or of a folder, as a row of the table in docs/testing.md. */
export interface MeasuredSide {
  /** `calendar`, a part of a feature (`calendar/rsvps`), or another folder of the side (`lib/cache`). */
  feature: string;
  side: Side;
}

const tableStart = '<!-- Written by npm run mutate -->\n';
const heading = '| feature | side | noticed | of | share | measured on |\n|---|---|---|---|---|---|\n';
const row = /^\| (\S+) \| (server|web) \| .*\|$/;

function readRows(lines: readonly string[]): (MeasuredSide & { line: string })[] {
  return lines.flatMap((line) => {
    const [, feature, side] = row.exec(line) ?? [];
    return feature ? [{ feature, side: side as Side, line }] : [];
  });
}

/** Returns the parts of features, and other folders, that have a row in the page. */
export const listFolderRows = (page: string): MeasuredSide[] =>
  readRows(page.split('\n'))
    .filter(({ feature }) => feature.includes('/'))
    .map(({ feature, side }) => ({ feature, side }));

/**
 * Returns the page with the result of one side in its table. The table gets a row for each of `sides`: measured sides keep
 * their figures, others are "not measured". `date` is the day of the run as YYYY-MM-DD.
 */
export function updateTable(
  page: string,
  sides: readonly MeasuredSide[],
  measured: MeasuredSide & Pick<Result, 'noticed' | 'total'> & { date: string; isSample?: boolean },
): string {
  const [before, rest] = page.split(tableStart);
  if (before === undefined || rest === undefined) throw new Error('docs/testing.md has lost its table.');
  const lines = rest.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const known = new Map(readRows(lines.slice(0, end)).map((one) => [`${one.feature} ${one.side}`, one.line]));
  const { feature, side, noticed, total, date, isSample } = measured;
  const of = isSample ? `a sample of ${total}` : total;
  const figures = [feature, side, noticed, of, percentage(measured), date];
  known.set(`${feature} ${side}`, `| ${figures.join(' | ')} |`);
  const rows = sides.map(
    (one) =>
      known.get(`${one.feature} ${one.side}`) ?? `| ${one.feature} | ${one.side} | | | not measured | |`,
  );
  return `${before}${tableStart}${heading}${rows.join('\n')}\n${lines.slice(end).join('\n')}`;
}
