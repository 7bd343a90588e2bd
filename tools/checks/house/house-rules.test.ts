import { describe, expect, it } from 'vitest';
import { complete, findMissing, type LockFile } from '../../sync-lockfile.ts';
import { checkFile, checkFolders, checkLockText, countExports } from './house-rules.ts';

const feature = 'server/src/features/feed';

describe('House rules', () => {
  it.each([
    [`${feature}/write-post.ts`, 'const rows = db.selectFrom("posts");', 'SQL'],
    [`${feature}/write-post.ts`, 'await sql`now`;', 'SQL'],
    [`${feature}/write-post.ts`, "client.query('DELETE FROM posts ')", 'SQL'],
    [`${feature}/write-post.ts`, 'const port = process.env.PORT;', 'environment'],
    ['web/src/lib/api.ts', 'process.env.NODE_ENV', 'environment'],
    [`${feature}/write-post.ts`, 'const at = Date.now();', 'clock'],
    [`${feature}/write-post.ts`, 'const at = new Date();', 'clock'],
    [`${feature}/write-post.ts`, `// ${'TO'}DO later`, 'finish'],
    [`${feature}/utils.ts`, '', 'says nothing'],
    [`${feature}/feed.service.ts`, '', 'says nothing'],
    [`${feature}/WritePost.ts`, '', 'kebab'],
    [`${feature}/write-post.ts`, '\n'.repeat(401), '400'],
    [`${feature}/write-post.test.ts`, '\n'.repeat(801), '800'],
    [`${feature}/index.ts`, "export * from './x.ts';", 'export *'],
    [
      `${feature}/index.ts`,
      `export { ${Array.from({ length: 16 }, (_, n) => `a${n}`)} } from './x.ts';`,
      'at most 15',
    ],
  ])('reject %s (%#)', (path, text, word) => {
    expect(checkFile(path, text)).toEqual([expect.stringContaining(word)]);
  });

  it.each([
    [`${feature}/feed.queries.ts`, 'db.selectFrom("posts")'],
    ['server/migrations/1_initial.sql', 'SELECT 1 FROM posts'],
    ['server/src/platform/config.ts', 'process.env'],
    ['server/src/platform/clock.ts', 'new Date()'],
    [`${feature}/feed.view.ts`, 'new Date(row.created_at) // not Date.now()'],
    [`${feature}/index.ts`, "export { a, b } from './x.ts';\nexport type { C } from './y.ts';"],
  ])('accept %s (%#)', (path, text) => {
    expect(checkFile(path, text)).toEqual([]);
  });

  it('count the exports of an index file', () => {
    expect(
      countExports("export { a, b } from './a.ts';\nexport type { C } from './c.ts';\nexport const d = 1;"),
    ).toBe(4);
  });

  it('reject a folder with more than 20 files, without its tests and subfolders', () => {
    const files = Array.from({ length: 20 }, (_, n) => `${feature}/post-${n}.ts`);
    const uncounted = [
      `${feature}/a.test.ts`,
      `${feature}/b.test.tsx`,
      `${feature}/pins/c.ts`,
      `${feature}/d.md`,
    ];
    expect(checkFolders([...files, ...uncounted])).toEqual([]);
    expect(checkFolders([...files, `${feature}/one-more.tsx`])).toEqual([
      `${feature}: has 21 files, more than 20: divide it by topic`,
    ]);
    const byFeature = Array.from({ length: 21 }, (_, n) => `server/testing/calls/by-feature/feature-${n}.ts`);
    expect(checkFolders(byFeature)).toEqual([]);
  });

  it('reject hosts in the lock file', () => {
    expect(checkLockText('"resolved": "https://host.example/x/-/x.tgz"')).toHaveLength(1);
    expect(checkLockText('"version": "1.0.0"')).toEqual([]);
  });
});

describe('Completing the lock file', () => {
  const lock: LockFile = {
    packages: {
      'node_modules/tool': {
        version: '2.0.0',
        dev: true,
        optionalDependencies: { '@tool/linux-x64-musl': '2.0.0', '@tool/darwin-arm64': '2.0.0' },
      },
      'node_modules/@tool/darwin-arm64': { version: '2.0.0' },
    },
  };

  it('adds missing packages by their names, and nothing the second time', () => {
    expect(findMissing(lock).map(({ name }) => name)).toEqual(['@tool/linux-x64-musl']);
    const done = complete(lock);
    expect(done.packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '2.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    });
    expect(findMissing(done)).toEqual([]);
  });
});
