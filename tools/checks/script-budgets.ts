import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const client = join('build', 'web', 'client');

/** A file of the build and what it imports, as in the manifest of Vite. */
interface BuiltChunk {
  file: string;
  imports?: string[];
}
export type Manifest = Record<string, BuiltChunk>;

/**
 * The most that the scripts of a page may take before anything is loaded on demand, in kilobytes as compressed by Brotli. Raise
 * one only for what the first view of the page needs.
 */
const budgets = {
  'pages/feed/feed-page.tsx': 166.5,
  // Comments are a file of their own, which pages of courses share.
  'pages/post/post-page.tsx': 167.5,
};

/** Returns the scripts that a page loads with these modules: their files, and those of everything that they import. */
export function scriptsOf(manifest: Manifest, modules: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (module: string): void => {
    if (seen.has(module)) return;
    seen.add(module);
    const chunk = manifest[module];
    if (!chunk) throw new Error(`The build contains no ${module}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return [...seen].map((module) => manifest[module]?.file ?? '');
}

/** Returns a sentence for each page whose scripts take more than `limits` (kilobytes) allow. `sizeOf` returns bytes. */
export function findOversized(
  manifest: Manifest,
  limits: Readonly<Record<string, number>>,
  sizeOf: (file: string) => number,
): string[] {
  return Object.entries(limits).flatMap(([page, limit]) => {
    const modules = ['entry-client.tsx', 'pages/space/space-layout.tsx', page].map(
      (path) => `web/src/${path}`,
    );
    const bytes = scriptsOf(manifest, modules).reduce((sum, file) => sum + sizeOf(file), 0);
    if (bytes <= limit * 1000) return [];
    return [`${page}: its scripts take ${(bytes / 1000).toFixed(1)} KB, more than ${limit} KB`];
  });
}

/** Small files aren't compressed. */
function compressedSize(file: string): number {
  const path = join(client, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** Compares the scripts of the built web with their budgets. */
export function checkScriptBudgets(): string[] {
  const path = join(client, '.vite', 'manifest.json');
  if (!existsSync(path)) return [`${path} is missing: the web isn't built`];
  return findOversized(JSON.parse(readFileSync(path, 'utf8')) as Manifest, budgets, compressedSize);
}
