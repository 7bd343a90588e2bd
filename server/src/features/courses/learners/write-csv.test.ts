import { expect, it } from 'vitest';
import { toCsvRow } from './write-csv.ts';

it.each([
  [['Ada', 3, ''], 'Ada,3,\r\n'],
  [['Lovelace, Ada', 'the "first"', 'two\nlines'], '"Lovelace, Ada","the ""first""","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@sum', -1], "'=1+1,'+1,'-1,'@sum,-1\r\n"],
])('writes %j', (values, row) => {
  expect(toCsvRow(values)).toBe(row);
});
