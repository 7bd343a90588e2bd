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
];

test('files with rules are mutated, but no entries, routes, texts, galleries, components and tests', () => {
  expect(listMutatedFiles({ feature: 'map', side: 'server' }, files)).toEqual([
    'server/src/features/map/set-location.ts',
  ]);
  expect(listMutatedFiles({ feature: 'map', side: 'web' }, files)).toEqual([
    'web/src/features/map/map.live.ts',
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

test('features without files to mutate have no row', () => {
  expect(listSides(files)).toEqual([
    { feature: 'map', side: 'server' },
    { feature: 'map', side: 'web' },
  ]);
});
