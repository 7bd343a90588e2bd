import { dirname } from 'node:path';
import type { Importers } from './import-graph.ts';

/** A test file that a change may affect. */
export interface AffectedTest {
  path: string;
  /** 0 for a changed test; otherwise the number of imports between the test and the nearest changed file. */
  distance: number;
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
/** All server tests with a server import everything through it, so it says nothing about what they test. */
const hub = 'server/src/main.ts';
/** The distance of tests that don't import what changed, but reach it through requests or files. */
const distances = { sameFolder: 1, sameFeature: 2, sameFiles: 1 };
/** Tests that read files without importing them. */
const readers: [files: RegExp, test: string][] = [
  [/^server\/migrations\//, 'server/src/platform/contract-coverage.test.ts'],
  [/^locales\//, 'tools/messages/messages.test.ts'],
  [/^server\/testing\/sample-calls\//, 'server/src/platform/http/role-matrix.test.ts'],
];

/** Returns the feature of a file: the same name in the contract, on the server and on the web; null for other code. */
export function featureOf(path: string): string | null {
  return /^(?:contract|server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function measureDistances(changed: readonly string[], importers: Importers): Map<string, number> {
  const found = new Map(changed.map((path) => [path, 0]));
  const queue = [...changed];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (path === hub) continue;
    const next = (found.get(path) ?? 0) + 1;
    for (const importer of importers.get(path) ?? []) {
      if (found.has(importer)) continue;
      found.set(importer, next);
      queue.push(importer);
    }
  }
  return found;
}

/** Returns how near a test is to a file that it doesn't import; infinite if it has nothing to do with it. */
function nearness(test: string, changed: string): number {
  if (readers.some(([files, reader]) => reader === test && files.test(changed))) return distances.sameFiles;
  const feature = featureOf(test);
  if (feature === null || feature !== featureOf(changed)) return Number.POSITIVE_INFINITY;
  return dirname(test) === dirname(changed) ? distances.sameFolder : distances.sameFeature;
}

/**
 * Returns the test files that a change may affect, nearest first: those that import a changed file, and those of a changed
 * feature, which may reach it through requests.
 */
export function findAffectedTests(
  changed: readonly string[],
  files: readonly string[],
  importers: Importers,
): AffectedTest[] {
  const byImports = measureDistances(changed, importers);
  return files
    .filter(isTest)
    .map((path) => ({
      path,
      distance: Math.min(
        byImports.get(path) ?? Number.POSITIVE_INFINITY,
        ...changed.map((file) => nearness(path, file)),
      ),
    }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((one, other) => one.distance - other.distance || one.path.localeCompare(other.path));
}

/**
 * Divides tests into those that take at most `budget` seconds together and the others. Takes the nearest first. Changed
 * tests are always included.
 */
export function chooseTests(
  affected: readonly AffectedTest[],
  secondsOf: (path: string) => number,
  budget: number,
): { chosen: string[]; left: string[] } {
  const chosen: string[] = [];
  const left: string[] = [];
  let total = 0;
  for (const { path, distance } of affected) {
    const seconds = secondsOf(path);
    if (distance > 0 && total + seconds > budget) {
      left.push(path);
      continue;
    }
    total += seconds;
    chosen.push(path);
  }
  return { chosen, left };
}
