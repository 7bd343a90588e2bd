import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findLostTexts } from './fixed-texts.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

it('finds texts that are no longer in the catalog, or are spelled in another way', () => {
  const catalog = { a: { defaultMessage: 'Log Out' }, b: { defaultMessage: 'Loading {space}...' } };
  expect(findLostTexts(['Log Out', 'Loading {space}...'], catalog)).toEqual([]);
  expect(findLostTexts(['Log out', 'Loading {space}…', 'Sign in'], catalog)).toEqual([
    'Log out',
    'Loading {space}…',
    'Sign in',
  ]);
});

// People, guides and tests of other programs know these texts. If one has to change, change the list too.
it('keeps every fixed text in the product', () => {
  const texts = read('./fixed-texts.json') as string[];
  const catalog = read('../../../locales/en.json') as Record<string, { defaultMessage: string }>;
  expect(texts.length).toBeGreaterThan(100);
  expect(new Set(texts).size).toBe(texts.length);
  expect(findLostTexts(texts, catalog)).toEqual([]);
});
