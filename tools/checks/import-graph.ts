import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The folders of the import aliases of package.json. */
const aliases: Record<string, string> = {
  '#contract/': 'contract/src/',
  '#server/': 'server/src/',
  '#seed/': 'server/seed/',
  '#testing/': 'server/testing/',
  '#tools/': 'tools/',
  '#web/': 'web/src/',
  '#web-testing/': 'web/testing/',
};
const imported = /\b(?:from|import)\s*\(?\s*['"]([.#][^'"]*)['"]/g;

/** Returns the path of an imported file of the project, or null for other imports. */
function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start));
  return alias ? aliases[alias] + specifier.slice(alias.length) : null;
}

/** Returns the project files that a file imports, types included. `text` is its source. */
export function listImports(path: string, text: string): string[] {
  const found = [...text.matchAll(imported)].map(([, specifier]) => resolveImport(path, specifier ?? ''));
  return [...new Set(found.filter((target) => target !== null))];
}

/** The files that import each file. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/** Reads which files import each other. Paths are relative to the project folder. */
export function readImporters(paths: readonly string[]): Importers {
  const importers = new Map<string, string[]>();
  for (const path of paths) {
    if (!/\.(ts|tsx|mts|mjs)$/.test(path) || !existsSync(path)) continue;
    for (const target of listImports(path, readFileSync(path, 'utf8'))) {
      const known = importers.get(target);
      if (known) known.push(path);
      else importers.set(target, [path]);
    }
  }
  return importers;
}
