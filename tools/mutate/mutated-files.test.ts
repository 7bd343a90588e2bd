import { expect, test } from 'vitest';
import { listMutatedFiles, listNearTests, listSides } from './mutated-files.ts';

const files = [
  'server/src/features/map/index.ts',
  'server/src/features/map/map.routes.ts',
  'server/src/features/map/set-location.ts',
  'server/src/features/map/map.test.ts',
  'server/src/features/feed/feed.test.ts',
  'web/src/features/map/map.live.ts',
  'web/src/features/map/map-messages.ts',
  'web/src/features/map/map.gallery.ts',
  'web/src/features/map/map-screen.tsx',
  'web/src/features/map/map.test.ts',
  'web/src/features/mentions/index.ts',
  'web/src/app/start.ts',
  'web/src/app/start.test.ts',
  'web/src/app/other.test.ts',
  'web/src/lib/map/zoom.ts',
  'server/src/features/map/places/places.ts',
];

test('files with rules are mutated, but no entries, routes, texts, galleries, components and tests', () => {
  expect(listMutatedFiles({ feature: 'map', side: 'server' }, files)).toEqual([
    'server/src/features/map/set-location.ts',
    'server/src/features/map/places/places.ts',
  ]);
  expect(listMutatedFiles({ feature: 'map', side: 'web' }, files)).toEqual([
    'web/src/features/map/map.live.ts',
  ]);
});

test('a part of a feature and a folder that is none can be mutated alone', () => {
  expect(listMutatedFiles({ feature: 'map/places', side: 'server' }, files)).toEqual([
    'server/src/features/map/places/places.ts',
  ]);
  expect(listMutatedFiles({ feature: 'lib/map', side: 'web' }, files)).toEqual(['web/src/lib/map/zoom.ts']);
  expect(listMutatedFiles({ feature: 'ma', side: 'server' }, files)).toEqual([]);
});

test('tests that reach what all features use through other code are not near to it', () => {
  const importers = new Map([
    ['web/src/lib/map/zoom.ts', ['web/src/app/start.ts', 'web/src/app/other.test.ts']],
    ['web/src/app/start.ts', ['web/src/app/start.test.ts']],
  ]);
  expect(listNearTests({ feature: 'lib/map', side: 'web' }, files, importers)).toEqual([
    'web/src/app/other.test.ts',
  ]);
});

test('the near tests are those of the feature on that side and those that import its files', () => {
  const importers = new Map([
    ['web/src/features/map/map.live.ts', ['web/src/app/start.ts']],
    ['web/src/app/start.ts', ['web/src/app/start.test.ts']],
  ]);
  expect(listNearTests({ feature: 'map', side: 'web' }, files, importers)).toEqual([
    'web/src/features/map/map.test.ts',
    'web/src/app/start.test.ts',
  ]);
  expect(listNearTests({ feature: 'map', side: 'server' }, files, importers)).toEqual([
    'server/src/features/map/map.test.ts',
  ]);
});

test('tests aren’t near to what only their builders import', () => {
  const importers = new Map([
    ['server/src/features/map/set-location.ts', ['server/testing/places.ts']],
    ['server/testing/places.ts', ['server/src/features/feed/feed.test.ts']],
  ]);
  expect(listNearTests({ feature: 'map', side: 'server' }, files, importers)).toEqual([
    'server/src/features/map/map.test.ts',
  ]);
});

test('features and folders without files to mutate have no row', () => {
  expect(listSides(files)).toEqual([
    { feature: 'map', side: 'server' },
    { feature: 'map', side: 'web' },
  ]);
  const others = [
    { feature: 'map/places', side: 'server' },
    { feature: 'lib/gone', side: 'web' },
  ] as const;
  expect(listSides(files, others)).toEqual([
    { feature: 'map', side: 'server' },
    { feature: 'map', side: 'web' },
    { feature: 'map/places', side: 'server' },
  ]);
});
