import { findAffectedTests } from '../checks/affected-tests.ts';
import type { Importers } from '../checks/import-graph.ts';
import type { MeasuredSide, Side } from './results.ts';

/** Files without rules: entries, bindings of routes, texts and fixtures of the gallery. */
const withoutRules = /(?:\/index|\.routes|\.feature|\.gallery|messages|\.d)\.ts$/;
/** Tests that need more imports than this to reach a file test something else: of a feature, and of what all features use. */
const farthestTest = { feature: 3, shared: 1 };
/** What tests use to create people and content: nearly all tests import it, whatever they test. */
const builders = /^(?:server|web)\/testing\//;

const inFolder = (folder: string, files: readonly string[]) =>
  files.filter((path) => path.startsWith(`${folder}/`));

/**
 * Returns the files of a feature, of a part of one (`calendar/rsvps`), or of another folder of the side (`lib/cache`), that
 * have rules: on the server policies, actions, queries, views and jobs; on the web
 * reducers, hooks, live handlers and functions, but not components, whose markup has no rules.
 */
export function listMutatedFiles({ feature, side }: MeasuredSide, files: readonly string[]): string[] {
  const ofFeature = inFolder(`${side}/src/features/${feature}`, files);
  const found = ofFeature.length > 0 ? ofFeature : inFolder(`${side}/src/${feature}`, files);
  return found.filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !withoutRules.test(path),
  );
}

/** Returns the tests of the feature on this side, and those of other code that import its files, directly or nearly. */
export function listNearTests(
  measured: MeasuredSide,
  files: readonly string[],
  importers: Importers,
): string[] {
  const mutated = listMutatedFiles(measured, files);
  const isFeature = mutated.some((path) => path.startsWith(`${measured.side}/src/features/`));
  const farthest = farthestTest[isFeature ? 'feature' : 'shared'];
  const importing = [...importers].map(
    ([path, by]) => [path, by.filter((importer) => !builders.test(importer))] as const,
  );
  return findAffectedTests(mutated, files, new Map(importing))
    .filter(({ path, distance }) => path.startsWith(`${measured.side}/`) && distance <= farthest)
    .map(({ path }) => path);
}

/**
 * Returns the sides of all features that have files to mutate, by name, with those of `others`: parts of features, and other
 * folders.
 */
export function listSides(files: readonly string[], others: readonly MeasuredSide[] = []): MeasuredSide[] {
  const found = new Set(others.map(({ feature, side }) => `${feature} ${side}`));
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
