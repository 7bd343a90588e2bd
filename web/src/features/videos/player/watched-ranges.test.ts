import { expect, it } from 'vitest';
import { collectWatchedRanges, mergeRanges } from './watched-ranges.ts';

it('Ranges that touch or overlap are one, in order', () => {
  expect(
    mergeRanges([
      [8, 9],
      [0, 2],
      [2, 4],
      [1, 3],
      [5, 6],
    ]),
  ).toEqual([
    [0, 4],
    [5, 6],
    [8, 9],
  ]);
  expect(
    mergeRanges([
      [0, 9],
      [2, 4],
    ]),
  ).toEqual([[0, 9]]);
});

it('What is played is collected once, and continues after a report', () => {
  const watched = collectWatchedRanges();
  for (const position of [0.2, 1, 2.6]) watched.moveTo(position);
  expect(watched.take()).toEqual([[0, 3]]);
  expect(watched.take()).toEqual([]);
  watched.moveTo(4.4);
  expect(watched.take()).toEqual([[3, 4]]);
});

it.each([
  ['back', 20, 10, 11],
  ['forward', 20, 30, 31],
])('A jump %s begins another range', (_, before, after, end) => {
  const watched = collectWatchedRanges();
  for (const position of [before, before + 3, after, end]) watched.moveTo(position);
  expect(watched.take()).toEqual(
    mergeRanges([
      [before, before + 3],
      [after, end],
    ]),
  );
});

it('Nothing counts between a stop and the next position, and less than half a second not at all', () => {
  const watched = collectWatchedRanges();
  for (const position of [1, 2]) watched.moveTo(position);
  watched.stop();
  for (const position of [4, 4.4]) watched.moveTo(position);
  expect(watched.take()).toEqual([[1, 2]]);
});

it('What could not be reported is reported with the next', () => {
  const watched = collectWatchedRanges();
  watched.putBack([[3, 5]]);
  for (const position of [5, 6]) watched.moveTo(position);
  expect(watched.take()).toEqual([[3, 6]]);
});
