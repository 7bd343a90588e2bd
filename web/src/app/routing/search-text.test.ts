import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

it.each([
  ['?token=123&x=true', { token: '123', x: 'true' }],
  ['?redirect=%2Fa%3Fb%3D1', { redirect: '/a?b=1' }],
  ['?q=a+b%26c', { q: 'a b&c' }],
  ['', {}],
])('parses %s as text and serializes it again', (text, search) => {
  expect(parseSearch(text)).toEqual(search);
  expect(stringifySearch(search)).toBe(text);
});

it('omits undefined values', () => {
  expect(stringifySearch({ redirect: undefined })).toBe('');
});
