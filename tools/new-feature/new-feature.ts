/*
 * `npm run new -- <plural> [<singular>]`: writes a feature that works on all three sides, registers it and updates the
 * generated files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFiles, registrations } from './feature-files.ts';
import { type FeatureNames, parseNames } from './feature-names.ts';

/** Returns the digits of the current time in UTC, or the number after the last migration if that's later. */
function nextVersion(): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const versions = readdirSync('server/migrations').flatMap((name) => /^\d{14}(?=_)/.exec(name)?.[0] ?? []);
  const last = versions.toSorted().at(-1) ?? '';
  return now > last ? now : String(BigInt(last) + 1n).padStart(14, '0');
}

/** Returns the new text of every file to write. Nothing is written if one of them can't be. */
function prepare(names: FeatureNames): Map<string, string> {
  const files = createFiles(names, nextVersion());
  const folders = ['server/src/features', 'web/src/features'].map((folder) => `${folder}/${names.plural}`);
  const taken = [...folders, ...files.keys()].filter((path) => existsSync(path));
  if (taken.length > 0)
    throw new Error(`These already exist, so nothing was written:\n  ${taken.join('\n  ')}`);
  for (const [path, edits] of registrations(names)) {
    try {
      files.set(
        path,
        edits.reduce((text, edit) => edit(text), readFileSync(path, 'utf8')),
      );
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}, so nothing was written`);
    }
  }
  return files;
}

try {
  const names = parseNames(process.argv.slice(2));
  const files = prepare(names);
  for (const [path, text] of files) {
    const verb = existsSync(path) ? 'changed' : 'wrote';
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    process.stdout.write(`${verb} ${path}\n`);
  }
  execFileSync('node_modules/.bin/biome', ['check', '--write', ...files.keys()], { stdio: 'pipe' });
  execFileSync(process.execPath, ['tools/generate/generate-all.ts'], { stdio: 'pipe' });
  process.stdout.write(`updated the generated files

What only you can decide is in two files, as failing tests:
  server/src/features/${names.plural}/${names.plural}.decisions.test.ts
  web/src/features/${names.plural}/${names.plural}.decisions.test.tsx
docs/new-feature.md leads through the rest.
`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
