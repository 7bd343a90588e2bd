import { expect, it } from 'vitest';
import { suggestSubdomain } from './suggest-subdomain.ts';

it.each([
  ['Analog Photography', 'analog-photography'],
  ['Café & Crème, vol. 2!', 'cafe-creme-vol-2'],
  ["Ines's Straße", 'iness-strasse'],
  ['  (hello)  ', 'hello'],
  ['日本写真', ''],
  ['x'.repeat(80), 'x'.repeat(63)],
  [`${'y'.repeat(62)} z`, 'y'.repeat(62)],
])('derives an address from %s', (name, address) => {
  expect(suggestSubdomain(name)).toBe(address);
});
