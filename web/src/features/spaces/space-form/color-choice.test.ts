import { expect, it } from 'vitest';
import { toColor } from './color-choice.tsx';

it.each([
  ['#26a69a', '#26A69A'],
  [' 26A69A ', '#26A69A'],
  ['#fc0', '#FFCC00'],
  ['#26A69', null],
  ['teal', null],
  ['#26A69A;', null],
  ['', null],
])('parses the color %j as %j', (typed, color) => {
  expect(toColor(typed)).toBe(color);
});
