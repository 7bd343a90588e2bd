import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { closeTopLayer, onLayers } from './layers.ts';
import { Menu, MenuItem } from './menu.tsx';
import { Popover } from './popover.tsx';
import { dismissToast, toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => {
  act(() => dismissToast());
  cleanup();
});

const close = () => {
  let isClosed = false;
  act(() => {
    isClosed = closeTopLayer();
  });
  return isClosed;
};

describe('closeTopLayer', () => {
  it('closes the layer that was opened last, and says whether there was one', async () => {
    const changes = vi.fn();
    onLayers(changes);
    render(
      <Dialog trigger={<Button>Settings</Button>} title="Settings">
        <Menu trigger={<Button>More</Button>}>
          <MenuItem>Reset</MenuItem>
        </Menu>
      </Dialog>,
    );
    expect(close()).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Settings' }));
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Reset' });
    expect(close()).toBe(true);
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy();
    expect(close()).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' })),
    );
    expect(close()).toBe(false);
    expect(changes.mock.calls).toEqual([[true], [false]]);
  });

  it("leaves open what the page's address opened", async () => {
    const onOpenChange = vi.fn();
    render(<Dialog open isAddressed title="Event" onOpenChange={onOpenChange} />);
    await screen.findByRole('dialog', { name: 'Event' });
    expect(close()).toBe(false);
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});

describe('a toast over a layer', () => {
  it("doesn't close it when its button is pressed", async () => {
    const undo = vi.fn();
    render(
      <>
        <Popover trigger={<Button>Open</Button>} title="Notifications">
          <Button onClick={() => toast({ title: 'Removed', action: { label: 'Undo', onPress: undo } })}>
            Remove
          </Button>
        </Popover>
        <p>Elsewhere</p>
        <Toaster />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.getByRole('dialog', { name: 'Notifications' })).toBeTruthy();
    await userEvent.click(screen.getByText('Elsewhere'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
