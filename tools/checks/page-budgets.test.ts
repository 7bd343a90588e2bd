import { expect, it } from 'vitest';
import { findOversized, type Manifest, scriptsOf, stylesOf } from './page-budgets.ts';

const manifest: Manifest = {
  'web/src/entry-client.tsx': { file: 'entry.js', imports: ['_shared.js'] },
  'web/src/pages/space/space-layout.tsx': { file: 'layout.js', imports: ['web/src/entry-client.tsx'] },
  'web/src/pages/feed/feed-page.tsx': { file: 'feed.js', imports: ['_shared.js', '_card.js'] },
  '_shared.js': { file: 'shared.js' },
  '_card.js': { file: 'card.js', imports: ['_shared.js'], css: ['card.css'] },
  'web/src/pages/map/map-page.tsx': { file: 'map.js' },
};
const feed = 'pages/feed/feed-page.tsx';

it('The scripts of a page are what it imports, directly or not, each once', () => {
  expect(scriptsOf(manifest, [`web/src/${feed}`])).toEqual(['feed.js', 'shared.js', 'card.js']);
  expect(() => scriptsOf(manifest, ['web/src/gone.tsx'])).toThrow('contains no web/src/gone.tsx');
});

it('A page is too large if its scripts take more than its budget', () => {
  const sizeOf = (file: string) => (file === 'map.js' ? 90_000 : 10_000);
  expect(findOversized(manifest, { [feed]: 50 }, sizeOf)).toEqual([]);
  expect(findOversized(manifest, { [feed]: 49.9 }, sizeOf)).toEqual([
    `${feed}: its scripts take 50.0 KB, more than 49.9 KB`,
  ]);
});

it('The style sheets of a page are those of what it imports, and have a budget of their own', () => {
  expect(stylesOf(manifest, [`web/src/${feed}`])).toEqual(['card.css']);
  expect(findOversized(manifest, { [feed]: 1 }, () => 1_100, 'style sheets')).toEqual([
    `${feed}: its style sheets take 1.1 KB, more than 1 KB`,
  ]);
});
