import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { areShortcutsOn, setShortcutsOn } from '#web/lib/shortcuts.ts';
import { CommandPaletteKey } from './command-palette-key.tsx';
import { pageShortcut, tabShortcut, toGoPath } from './go-keys.ts';

const router = vi.hoisted(() => ({
  navigate: vi.fn<(to: { href: string }) => Promise<void>>(async () => undefined),
  state: { matches: [{ routeId: '/$subdomain', params: { subdomain: 'analog' } }] },
}));
vi.mock('@tanstack/react-router', async (load) => ({
  ...(await load<typeof import('@tanstack/react-router')>()),
  useRouter: () => router,
  useMatch: () => undefined,
}));

beforeEach(() => {
  localStorage.clear();
  router.navigate.mockClear();
});
afterEach(cleanup);
const opened = () => router.navigate.mock.calls.map(([{ href }]) => href);

it('knows where the keys lead, and which keys lead to a page', () => {
  expect(toGoPath('f', 'analog')).toBe('/analog/space');
  expect(toGoPath('M', 'analog')).toBe('/analog/space/members');
  expect(toGoPath('f', undefined)).toBeUndefined();
  expect(toGoPath('d', undefined)).toBe('/discover');
  expect(toGoPath('x', 'analog')).toBeUndefined();
  expect(tabShortcut('feed')).toEqual(['G', 'F']);
  expect(pageShortcut('/app/notifications')).toEqual(['G', 'N']);
  expect(tabShortcut('classroom')).toBeUndefined();
});

it('opens a page with G and its key', async () => {
  render(<CommandPaletteKey />);
  await userEvent.keyboard('gc');
  await waitFor(() => expect(opened()).toEqual(['/analog/space/calendar']));
  // The second key is used up.
  await userEvent.keyboard('c');
  expect(opened()).toHaveLength(1);
});

it('does nothing with other keys in between, with modifiers, in fields, or when turned off', async () => {
  render(
    <>
      <CommandPaletteKey />
      <input />
    </>,
  );
  await userEvent.keyboard('gxc');
  await userEvent.keyboard('{Control>}g{/Control}c');
  await userEvent.keyboard('c');
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await userEvent.type(field, 'gc');
  expect(field.value).toBe('gc');
  field.blur();
  setShortcutsOn(false);
  expect(areShortcutsOn()).toBe(false);
  await userEvent.keyboard('gc');
  setShortcutsOn(true);
  await userEvent.keyboard('gm');
  await waitFor(() => expect(opened()).toEqual(['/analog/space/members']));
});
