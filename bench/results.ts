import { cpus, loadavg, release } from 'node:os';

/** Returns the median (the mean of the two middle values for an even number of values). */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Compares Hearth with the slower of its limits: the median of the ratios of each round, because other load on the
 * machine changes from round to round and affects neighboring measurements alike.
 */
export function medianRatio(ours: number[], ...limits: number[][]): number {
  return median(
    ours.map((value, round) => value / Math.min(...limits.map((limit) => limit[round] ?? Number.NaN))),
  );
}

/** Returns the value below which `share` (0 to 1) of the values lie. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Formats a number: three significant digits below 100, no decimals above. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** Returns whether a target was met, as a word. */
export const verdict = (met: boolean) => (met ? 'yes' : 'NO');

/** Prints a table in Markdown. */
export function printTable(title: string, columns: string[], rows: string[][]): void {
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const ruler = `|${widths.map((width, at) => (at === 0 ? `${'-'.repeat(width + 2)}` : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  process.stdout.write(`\n### ${title}\n\n${[line(columns), ruler, ...rows.map(line)].join('\n')}\n`);
}

/** Describes the machine. The load average shows what else was running. */
export function describeMachine(): string {
  const load = loadavg().map((value) => value.toFixed(1));
  return `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Linux ${release()}, Node ${process.version}, load average before: ${load.join(' ')}`;
}
