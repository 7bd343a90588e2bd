import { describe, expect, it } from 'vitest';
import { chooseTests, featureOf, findAffectedTests } from './affected-tests.ts';
import { listImports } from './import-graph.ts';

const importers = new Map(
  Object.entries({
    'server/src/features/feed/post.policy.ts': [
      'server/src/features/feed/create-post.ts',
      'server/src/features/feed/post.policy.test.ts',
    ],
    'server/src/features/feed/create-post.ts': ['server/src/main.ts', 'server/seed/fill-space.ts'],
    'server/src/main.ts': ['server/testing/server.ts'],
    'server/testing/server.ts': [
      'server/src/features/feed/races.test.ts',
      'server/src/features/map/map.test.ts',
    ],
    'server/seed/fill-space.ts': ['server/seed/seed-demo.test.ts'],
    'contract/src/features/feed/feed.ts': ['web/src/features/search/search.tsx'],
    'web/src/features/search/search.tsx': ['web/src/features/search/search.test.tsx'],
  }),
);
const files = [
  'server/src/features/feed/create-post.ts',
  'server/src/features/feed/fan-out/fan-out.test.ts',
  'server/src/features/feed/post.policy.test.ts',
  'server/src/features/feed/races.test.ts',
  'server/src/features/map/map.test.ts',
  'server/seed/seed-demo.test.ts',
  'web/src/features/feed/post-card.test.tsx',
  'web/src/features/search/search.test.tsx',
  'server/src/platform/contract-coverage.test.ts',
];
const affectedBy = (...changed: string[]) =>
  findAffectedTests(changed, files, importers).map(({ path, distance }) => [distance, path]);

describe('A change', () => {
  it('affects tests that import it and tests of its feature, nearest first, but not all tests with a server', () => {
    expect(affectedBy('server/src/features/feed/post.policy.ts')).toEqual([
      [1, 'server/src/features/feed/post.policy.test.ts'],
      [1, 'server/src/features/feed/races.test.ts'],
      [2, 'server/src/features/feed/fan-out/fan-out.test.ts'],
      [2, 'web/src/features/feed/post-card.test.tsx'],
      [3, 'server/seed/seed-demo.test.ts'],
    ]);
  });

  it('of the contract affects the feature on both sides, and what imports it', () => {
    expect(affectedBy('contract/src/features/feed/feed.ts').map(([, path]) => path)).toEqual([
      'server/src/features/feed/fan-out/fan-out.test.ts',
      'server/src/features/feed/post.policy.test.ts',
      'server/src/features/feed/races.test.ts',
      'web/src/features/feed/post-card.test.tsx',
      'web/src/features/search/search.test.tsx',
    ]);
  });

  it('of a test affects that test, and of a migration the test that compares the schema', () => {
    expect(affectedBy('server/src/features/map/map.test.ts')).toEqual([
      [0, 'server/src/features/map/map.test.ts'],
    ]);
    expect(affectedBy('server/migrations/20270101000000_x.sql')).toEqual([
      [1, 'server/src/platform/contract-coverage.test.ts'],
    ]);
  });
});

it('The nearest tests that fit into the time are chosen, and changed tests always', () => {
  const affected = [
    { path: 'changed', distance: 0 },
    { path: 'near', distance: 1 },
    { path: 'long', distance: 1 },
    { path: 'far', distance: 3 },
  ];
  const seconds: Record<string, number> = { changed: 9, near: 4, long: 10, far: 6 };
  expect(chooseTests(affected, (path) => seconds[path] ?? 0, 19)).toEqual({
    chosen: ['changed', 'near', 'far'],
    left: ['long'],
  });
  expect(chooseTests(affected, (path) => seconds[path] ?? 0, 0).chosen).toEqual(['changed']);
});

it('Imports are found in all their forms and resolved to files', () => {
  const source = `import a from './a.ts';
import { b, type C } from '#contract/features/feed/feed.ts';
export * from '../d.ts';
const later = () => import('#web/pages/e.tsx');
import './side-effect.ts';
import pg from 'pg';`;
  expect(listImports('server/src/x/y.ts', source)).toEqual([
    'server/src/x/a.ts',
    'contract/src/features/feed/feed.ts',
    'server/src/d.ts',
    'web/src/pages/e.tsx',
    'server/src/x/side-effect.ts',
  ]);
});

it.each([
  ['server/src/features/calendar/series/x.ts', 'calendar'],
  ['web/src/features/feed/post-card.tsx', 'feed'],
  ['contract/src/features/map/map.ts', 'map'],
  ['server/src/platform/clock.ts', null],
])('The feature of %s is %s', (path, feature) => {
  expect(featureOf(path)).toBe(feature);
});
