import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** About how many mutants a sample has, unless the command says another number. */
export const sampleSize = 80;
/** Mutants per line of mutated code, measured over all features. */
const mutantsPerLine = 0.85;

export interface SampledMutant {
  fileName: string;
  /** Line and column of its start, counted from 1. */
  line: number;
  column: number;
  replacement: string;
}

/** Returns the share of mutants to test, from 0 to 1, so that a feature with so many lines has a sample of about `size`. */
export function sampleShare(lines: number, size: number): number {
  return Math.min(1, size / Math.max(1, lines * mutantsPerLine));
}

/** Whether a mutant belongs to the sample with this share. The same code always has the same sample. */
export function isSampled({ fileName, line, column, replacement }: SampledMutant, share: number): boolean {
  const key = [basename(fileName), line, column, replacement].join('\n');
  return createHash('sha256').update(key).digest().readUInt32BE(0) < share * 2 ** 32;
}
