import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

it.each([
  ['?token=123&x=true', { token: '123', x: 'true' }],
  ['?redirect=%2Fa%3Fb%3D1', { redirect: '/a?b=1' }],
  ['?q=a+b%26c', { q: 'a b&c' }],
  ['', {}],
])('reads %s as text and writes it back', (text, search) => {
  expect(parseSearch(text)).toEqual(search);
  expect(stringifySearch(search)).toBe(text);
});

it('leaves out what is undefined', () => {
  expect(stringifySearch({ redirect: undefined })).toBe('');
});
