import { readFileSync } from 'node:fs';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionQuery } from '#web/features/auth/index.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { CommandPalette } from './command-palette.tsx';
import { type PaletteCommand, readRecent } from './palette-commands.ts';

const commands = vi.hoisted((): { list: PaletteCommand[] } => ({ list: [] }));
vi.mock('./use-palette-commands.tsx', () => ({ usePaletteCommands: () => commands.list }));

const ran = vi.fn();
const closed = vi.fn();
const command = (id: string, label: string): PaletteCommand => ({
  id,
  label,
  group: 'page',
  run: () => ran(id),
});

beforeEach(() => {
  localStorage.clear();
  ran.mockReset();
  closed.mockReset();
  commands.list = [command('feed', 'Feed'), command('map', 'Map'), command('members', 'Members')];
});
afterEach(cleanup);

async function show(typedAhead = '', title = 'Search or run a command') {
  const client = createQueryClient(vi.fn());
  client.setQueryData(sessionQuery.queryKey, { session: null, user: null } as never);
  render(
    <QueryClientProvider client={client}>
      <CommandPalette open onOpenChange={closed} isInSpace typedAhead={{ current: typedAhead }} />
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog', { name: title });
  const field = screen.getByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field;
}
const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const active = () => screen.getByRole('option', { selected: true }).textContent;

it('is called "Search group" on the phone in a space, with a button that cancels', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('width <'),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const field = await show('', 'Search group');
  expect(field.placeholder).toBe('Search group');
  await userEvent.click(screen.getByRole('button', { name: 'CANCEL' }));
  expect(closed).toHaveBeenCalledWith(false);
  vi.unstubAllGlobals();
});

it('moves through the rows with the arrow keys, around the ends, and tells screen readers', async () => {
  const field = await show();
  expect(active()).toBe('Feed');
  for (const [key, expected] of [
    ['{ArrowDown}', 'Map'],
    ['{End}', 'Members'],
    ['{ArrowDown}', 'Feed'],
    ['{ArrowUp}', 'Members'],
    ['{Home}', 'Feed'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(active()).toBe(expected);
    expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(
      expected,
    );
  }
});

it('scrolls to the top for the first row, and measures the list only when its rows change', async () => {
  const measured = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
  const ofList = () =>
    measured.mock.contexts.filter((one) => (one as HTMLElement).className === 'palette-groups');
  await show();
  const list = screen.getByRole('listbox');
  const before = ofList().length;
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  list.scrollTop = 300;
  expect(ofList()).toHaveLength(before);
  await userEvent.keyboard('{Home}');
  expect(list.scrollTop).toBe(0);
  await userEvent.keyboard('m');
  expect(labels()).toEqual(['Map', 'Members']);
  expect(ofList()).toHaveLength(before + 1);
  measured.mockRestore();
});

it('runs the active command once with Enter, after closing, and remembers it', async () => {
  await show();
  ran.mockImplementation(() => expect(closed).toHaveBeenCalledExactlyOnceWith(false));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(ran.mock.calls).toEqual([['map']]);
  expect(readRecent(undefined)).toEqual(['map']);
});

it('starts again at the first row when the text changes', async () => {
  await show();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}m');
  expect(labels()).toEqual(['Map', 'Members']);
  expect(active()).toBe('Map');
});

it('keeps the active row in the list when the list gets shorter', async () => {
  await show();
  await userEvent.keyboard('{End}');
  commands.list = commands.list.slice(0, 2);
  await userEvent.hover(screen.getByRole('option', { name: /Map/ }));
  expect(active()).toBe('Map');
});

it('continues with what was typed before it appeared', async () => {
  const field = await show('ma');
  expect(field.value).toBe('ma');
  expect(labels()).toEqual(['Map']);
});

it('runs nothing with Enter without results', async () => {
  const field = await show('zebra');
  expect(screen.getByRole('status').textContent).toBe('No results for "zebra"');
  expect(field.getAttribute('aria-activedescendant')).toBeNull();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(ran).not.toHaveBeenCalled();
  expect(closed).not.toHaveBeenCalled();
});

it('shows commands under the headings of their groups, with the keys that do the same', async () => {
  commands.list = [
    { ...command('feed', 'Feed'), shortcut: ['G', 'F'] },
    { ...command('ana', 'Analog'), group: 'space' },
  ];
  await show();
  const rowsOf = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect([rowsOf('Pages'), rowsOf('Spaces')]).toEqual([['FeedGF'], ['Analog']]);
});

it('keeps its upper edge while the number of rows changes: only the list has a height', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.querySelectorAll('[role="option"]').length * 40;
  });
  await show();
  const list = () => screen.getByRole('listbox');
  expect(list().style.height).toBe('120px');
  await userEvent.keyboard('ma');
  expect(list().style.height).toBe('40px');
  // What is centered would move with its height.
  expect(screen.getByRole('dialog').closest('.dialog-view')).toBeNull();
  const css = readFileSync(`${import.meta.dirname}/../../../styles/lazy/palette.css`, 'utf8');
  expect(/\.palette \{[^}]*position: fixed;[^}]*top: 12vh;/.test(css)).toBe(true);
  // Where transitions end at once, they still begin with the old value, which would be measured.
  expect(/\.palette-groups \{\s*padding:/.test(css)).toBe(true);
  vi.restoreAllMocks();
});

it('closes with the Esc key cap', async () => {
  await show();
  await userEvent.click(screen.getByText('Esc'));
  expect(closed).toHaveBeenCalledWith(false);
});

it('runs a command that is pressed', async () => {
  await show();
  await userEvent.click(screen.getByRole('option', { name: /Members/ }));
  expect(ran.mock.calls).toEqual([['members']]);
});
