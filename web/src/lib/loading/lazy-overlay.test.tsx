import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { LazyPopup, lazyOverlay, type PopupProps } from './lazy-overlay.tsx';

afterEach(cleanup);

/** A menu with an item that asks for confirmation. */
function PostMenu(popup: PopupProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu {...popup}>
        <MenuItem onSelect={() => setAsking(true)}>Delete</MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete it?"
        description="For good."
        confirm="Delete it"
        onConfirm={() => {}}
      />
    </>
  );
}

it('returns the focus to its button from a dialog that its menu opens, also the first time', async () => {
  const menu = lazyOverlay(async () => PostMenu);
  render(
    <LazyPopup popup={menu} popupProps={{}} opens="menu" button={<button type="button">More</button>} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('alertdialog', { name: 'Delete it?' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
});

function TwoItems(popup: PopupProps) {
  return (
    <Menu {...popup}>
      <MenuItem>First</MenuItem>
      <MenuItem>Last</MenuItem>
    </Menu>
  );
}

it.each([
  ['{Enter}', 'First'],
  [' ', 'First'],
  ['{ArrowDown}', 'First'],
  ['{ArrowUp}', 'Last'],
])('opens by the key "%s" with the item "%s" focused, also the first time', async (key, item) => {
  const menu = lazyOverlay(async () => TwoItems);
  render(
    <LazyPopup popup={menu} popupProps={{}} opens="menu" button={<button type="button">More</button>} />,
  );
  for (const _time of [1, 2]) {
    screen.getByRole('button', { name: 'More' }).focus();
    await userEvent.keyboard(key);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(item));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  }
});

it('opens by a press with the menu itself focused, and closes by one while it loads', async () => {
  const loading = Promise.withResolvers<typeof TwoItems>();
  const menu = lazyOverlay(() => loading.promise);
  render(
    <LazyPopup popup={menu} popupProps={{}} opens="menu" button={<button type="button">More</button>} />,
  );
  const button = screen.getByRole('button', { name: 'More' });
  button.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('status').textContent).toBe('Loading');
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('status')).toBeNull();
  loading.resolve(TwoItems);
  await userEvent.click(button);
  const opened = await screen.findByRole('menu');
  await waitFor(() => expect(document.activeElement).toBe(opened));
});
