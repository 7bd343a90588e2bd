import { beforeEach, expect, it } from 'vitest';
import {
  arrangeCommands,
  matchRank,
  type PaletteCommand,
  readRecent,
  rememberChoice,
} from './palette-commands.ts';

const command = (id: string, label: string, group: PaletteCommand['group'] = 'page'): PaletteCommand => ({
  id,
  label,
  group,
  run: () => {},
});
beforeEach(() => localStorage.clear());

it.each([
  ['Analog Photography', 'ana', 0],
  ['Analog Photography', 'photo', 1],
  ['Analog Photography', 'photo ana', 1],
  ['Analog Photography', 'graph', 2],
  ['Café (north)', 'cafe', 0],
  ['Café (north)', '(nor', 1],
  ['Analog', 'film', null],
])('ranks in %s the match %s as %s', (label, typed, rank) => {
  expect(matchRank(label, typed)).toBe(rank);
});

it('lists the best match first, and recent choices before the rest', () => {
  const commands = [
    command('a', 'My film club'),
    command('b', 'Film'),
    command('c', 'Filming'),
    command('d', 'Other'),
  ];
  expect(arrangeCommands(commands, 'film', ['c']).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(arrangeCommands(commands, '', ['d', 'c']).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b']);
});

it('shows six commands of a group, and more only if recently chosen', () => {
  const many = Array.from({ length: 60 }, (_, n) => command(`s${n}`, `Space ${n}`, 'my-spaces'));
  expect(
    arrangeCommands([...many, command('x', 'Sign out', 'action')], '', ['s59']).map(({ id }) => id),
  ).toEqual(['s59', 's0', 's1', 's2', 's3', 's4', 'x']);
});

it('remembers eight choices per user', () => {
  for (let n = 0; n < 12; n += 1) rememberChoice('ines', `c${n}`);
  rememberChoice('ines', 'c8');
  expect(readRecent('ines')).toEqual(['c8', 'c11', 'c10', 'c9', 'c7', 'c6', 'c5', 'c4']);
  expect(readRecent('ada')).toEqual([]);
  expect(readRecent(undefined)).toEqual([]);
});
