import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const client = join('build', 'web', 'client');

/** A file of the build and what it imports, as in the manifest of Vite. */
interface BuiltChunk {
  file: string;
  imports?: string[];
  css?: string[];
}
export type Manifest = Record<string, BuiltChunk>;

/**
 * The most that the scripts of a page may take before anything is loaded on demand, in kilobytes as compressed by Brotli. Raise
 * one only for what the first view of the page needs.
 */
const scriptBudgets = {
  'pages/feed/feed-page.tsx': 166,
  // Comments are a file of their own, which pages of courses share.
  'pages/post/post-page.tsx': 166.7,
};

/** The most that the style sheets of these pages may take, which the first paint waits for; in kilobytes. */
const styleBudgets = {
  'pages/feed/feed-page.tsx': 13.8,
  'pages/post/post-page.tsx': 13.8,
  'pages/landing/landing-page.tsx': 14.1,
  'pages/discover/discover-page.tsx': 15.3,
  'pages/about/about-page.tsx': 13.8,
};

/** Returns the scripts that a page loads with these modules: their files, and those of everything that they import. */
export function scriptsOf(manifest: Manifest, modules: readonly string[]): string[] {
  return chunksOf(manifest, modules).map(({ file }) => file);
}

/** Returns the style sheets of these modules and of everything that they import. */
export function stylesOf(manifest: Manifest, modules: readonly string[]): string[] {
  return [...new Set(chunksOf(manifest, modules).flatMap(({ css }) => css ?? []))];
}

function chunksOf(manifest: Manifest, modules: readonly string[]): BuiltChunk[] {
  const seen = new Set<string>();
  const visit = (module: string): void => {
    if (seen.has(module)) return;
    seen.add(module);
    const chunk = manifest[module];
    if (!chunk) throw new Error(`The build contains no ${module}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return [...seen].flatMap((module) => manifest[module] ?? []);
}

/** Returns a sentence for each page whose files of this kind take more than `limits` (kilobytes) allow. `sizeOf` returns bytes. */
export function findOversized(
  manifest: Manifest,
  limits: Readonly<Record<string, number>>,
  sizeOf: (file: string) => number,
  kind: 'scripts' | 'style sheets' = 'scripts',
): string[] {
  const filesOf = kind === 'scripts' ? scriptsOf : stylesOf;
  return Object.entries(limits).flatMap(([page, limit]) => {
    const modules = ['entry-client.tsx', 'pages/space/space-layout.tsx', page].map(
      (path) => `web/src/${path}`,
    );
    const bytes = filesOf(manifest, modules).reduce((sum, file) => sum + sizeOf(file), 0);
    if (bytes <= limit * 1000) return [];
    return [`${page}: its ${kind} take ${(bytes / 1000).toFixed(1)} KB, more than ${limit} KB`];
  });
}

/** Small files aren't compressed. */
function compressedSize(file: string): number {
  const path = join(client, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** Compares the scripts and style sheets of the built web with their budgets. */
export function checkPageBudgets(): string[] {
  const path = join(client, '.vite', 'manifest.json');
  if (!existsSync(path)) return [`${path} is missing: the web isn't built`];
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  return [
    ...findOversized(manifest, scriptBudgets, compressedSize),
    ...findOversized(manifest, styleBudgets, compressedSize, 'style sheets'),
  ];
}
