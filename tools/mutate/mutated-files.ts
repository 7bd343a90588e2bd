import { findAffectedTests } from '../checks/affected-tests.ts';
import type { Importers } from '../checks/import-graph.ts';
import type { MeasuredSide, Side } from './results.ts';

/** Files without rules: entries, bindings of routes, texts and fixtures of the gallery. */
const withoutRules = /(?:\/index|\.routes|\.feature|\.gallery|messages|\.d)\.ts$/;
/** Tests that need more imports than this to reach a file test something else. */
const farthestTest = 3;
/** What tests use to create people and content: nearly all tests import it, whatever they test. */
const builders = /^(?:server|web)\/testing\//;

const folderOf = ({ feature, side }: MeasuredSide) => `${side}/src/features/${feature}/`;

/**
 * Returns the files of a feature that have rules: on the server policies, actions, queries, views and jobs; on the web
 * reducers, hooks, live handlers and functions, but not components, whose markup has no rules.
 */
export function listMutatedFiles(measured: MeasuredSide, files: readonly string[]): string[] {
  return files.filter(
    (path) =>
      path.startsWith(folderOf(measured)) &&
      path.endsWith('.ts') &&
      !path.endsWith('.test.ts') &&
      !withoutRules.test(path),
  );
}

/** Returns the tests of the feature on this side, and those of other code that import its files, directly or nearly. */
export function listNearTests(
  measured: MeasuredSide,
  files: readonly string[],
  importers: Importers,
): string[] {
  const mutated = listMutatedFiles(measured, files);
  const importing = [...importers].map(
    ([path, by]) => [path, by.filter((importer) => !builders.test(importer))] as const,
  );
  return findAffectedTests(mutated, files, new Map(importing))
    .filter(({ path, distance }) => path.startsWith(`${measured.side}/`) && distance <= farthestTest)
    .map(({ path }) => path);
}

/** Returns the sides of all features that have files to mutate, by name. */
export function listSides(files: readonly string[]): MeasuredSide[] {
  const found = new Set<string>();
  for (const path of files) {
    const [, side, feature] = /^(server|web)\/src\/features\/([^/]+)\//.exec(path) ?? [];
    if (side && feature) found.add(`${feature} ${side}`);
  }
  return [...found]
    .sort()
    .map((name) => {
      const [feature = '', side] = name.split(' ');
      return { feature, side: side as Side };
    })
    .filter((one) => listMutatedFiles(one, files).length > 0);
}
