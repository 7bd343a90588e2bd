import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFiles, registrations } from './feature-files.ts';
import { rename, templateNames } from './feature-names.ts';

const page = 'docs/new-feature.md';
const text = readFileSync(page, 'utf8');
const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
const blocks = [...text.matchAll(/```\n([\s\S]*?)```/g)].flatMap((match) =>
  (match[1] ?? '').trim().split('\n'),
);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

const isPath = (span: string) => /^(contract|server|web|tools|docs|e2e|locales|bench)\/|^\.env/.test(span);
/** The files of a feature that `npm run new` writes, with `<feature>` in their names. */
const generated = [...createFiles({ plural: '<feature>', singular: '<noun>' }, '<timestamp>').keys()];

/** Whether a path of the page exists: as it is, or as a file that is generated or that some feature has. */
function exists(path: string): boolean {
  if (!path.includes('<')) return existsSync(path);
  if (generated.some((file) => file === path || file.startsWith(path))) return true;
  return globSync(path.replace(/<[a-z]+>/g, '*')).length > 0;
}

describe('docs/new-feature.md', () => {
  it('names only files that exist', () => {
    const paths = spans.filter(isPath);
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  it('names only commands that run with the oldest supported version of Node', () => {
    const commands = [...spans, ...blocks].filter((line) => /^(npm|npx|node)\b/.test(line));
    expect(commands.length).toBeGreaterThan(8);
    const unknown = commands.filter((command) => {
      const [, name = ''] = /^npm (?:run )?([\w:]+)( -- .+)?$/.exec(command) ?? [];
      return !scripts[name] || !/ tools\/\w+\.mjs\b/.test(scripts[name]);
    });
    expect(unknown).toEqual([]);
  });

  it('links only to pages and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)];
    expect(links.length).toBeGreaterThan(8);
    const broken = links.filter(([, target = '', heading]) => {
      const path = target === '' ? page : join(dirname(page), target);
      if (!existsSync(path)) return true;
      const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      );
      return heading !== undefined && !headings.includes(heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('lists the folders of every generated file, and every file that is changed', () => {
    const listed = spans.filter(isPath).map((path) => path.replaceAll('<timestamp>', '0'.repeat(14)));
    const names = { plural: '<feature>', singular: '<feature>' };
    const missing = [...createFiles(templateNames, '0'.repeat(14)).keys()]
      .map((path) => rename(path, names))
      .filter(
        (path) => !listed.some((span) => path === span || (span.endsWith('/') && path.startsWith(span))),
      );
    expect(missing).toEqual([]);
    expect([...registrations(templateNames).keys()].filter((path) => !spans.includes(path))).toEqual([]);
  });
});
