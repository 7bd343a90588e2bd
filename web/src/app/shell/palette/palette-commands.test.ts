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

const idsOf = (groups: ReturnType<typeof arrangeCommands>) =>
  Object.fromEntries(groups.map(({ name, commands }) => [name, commands.map(({ id }) => id)]));

it('lists the best match first, and recent choices before equal matches', () => {
  const commands = [
    command('a', 'My film club'),
    command('b', 'Film'),
    command('c', 'Filming'),
    command('d', 'Other'),
  ];
  expect(idsOf(arrangeCommands(commands, 'film', ['c']))).toEqual({ page: ['c', 'b', 'a'] });
});

it('groups what is shown before typing, with the latest recent choices first', () => {
  const commands = [
    command('feed', 'Feed'),
    command('film', 'Film club', 'space'),
    command('out', 'Log out', 'action'),
    command('map', 'Map'),
  ];
  expect(Object.entries(idsOf(arrangeCommands(commands, ' ', ['map', 'gone', 'film'])))).toEqual([
    ['recent', ['map', 'film']],
    ['page', ['feed']],
    ['action', ['out']],
  ]);
});

it('puts the group with the best match first', () => {
  const commands = [command('about', 'About the Map club'), command('m', 'Map club', 'space')];
  expect(arrangeCommands(commands, 'map', []).map(({ name }) => name)).toEqual(['space', 'page']);
});

it('shows six spaces, all actions, and four recent choices', () => {
  const many = Array.from({ length: 60 }, (_, n) => command(`s${n}`, `Space ${n}`, 'space'));
  const recent = ['s59', 's58', 's57', 's56', 's55'];
  expect(idsOf(arrangeCommands([...many, command('x', 'Sign out', 'action')], '', recent))).toEqual({
    recent: ['s59', 's58', 's57', 's56'],
    space: ['s0', 's1', 's2', 's3', 's4', 's5'],
    action: ['x'],
  });
  expect(idsOf(arrangeCommands(many, 'space', ['s59'])).space).toEqual(['s59', 's0', 's1', 's2', 's3', 's4']);
});

it('remembers eight choices per user', () => {
  for (let n = 0; n < 12; n += 1) rememberChoice('ines', `c${n}`);
  rememberChoice('ines', 'c8');
  expect(readRecent('ines')).toEqual(['c8', 'c11', 'c10', 'c9', 'c7', 'c6', 'c5', 'c4']);
  expect(readRecent('ada')).toEqual([]);
  expect(readRecent(undefined)).toEqual([]);
});

it('keeps what the server found in texts, after what is found by its name', () => {
  const commands = [
    { ...command('text', 'Shaping', 'course'), note: 'Bread', isFound: true },
    { ...command('title', 'Sourdough starter', 'course'), note: 'Bread', isFound: true },
    command('other', 'Something else'),
  ];
  expect(idsOf(arrangeCommands(commands, 'sourdough', []))).toEqual({ course: ['title', 'text'] });
});

it('lists at most six courses and pages of them', () => {
  const commands = Array.from({ length: 8 }, (_, n) => command(`c${n}`, `Course ${n}`, 'course'));
  expect(idsOf(arrangeCommands(commands, 'course', [])).course).toHaveLength(6);
});
