import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

afterEach(cleanup);

it('lists the shortcuts by where they work, with their keys', () => {
  render(<ShortcutsDialog open onOpenChange={vi.fn()} />);
  const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const sections = within(dialog).getAllByRole('region');
  expect(sections.map((section) => section.getAttribute('aria-label'))).toEqual([
    'On every page',
    'In a space',
    'Notifications',
  ]);
  const keysOf = (label: string) =>
    within(dialog)
      .getAllByText(label, { selector: 'dt' })
      .map((row) => row.nextElementSibling?.textContent);
  expect(keysOf('Search or run a command')).toEqual(['Ctrl+Kor⌘K']);
  expect(keysOf('Calendar')).toEqual(['GthenC']);
  expect(keysOf('Remind me later')).toEqual(['S']);
  expect(keysOf('Remove')).toEqual(['#orDel']);
});
