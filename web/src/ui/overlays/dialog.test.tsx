import { readFileSync } from 'node:fs';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { AccentProvider } from '../theme/accent-scope.tsx';
import { Dialog, DialogClose, MODAL_CLOSE_MS } from './dialog.tsx';

afterEach(cleanup);

describe('Dialog', () => {
  it('moves the focus into its content and returns it on Esc', async () => {
    render(
      <Dialog trigger={<Button>Create</Button>} title="Create a space" description="You can change it later.">
        <TextField label="Name" />
      </Dialog>,
    );
    const trigger = screen.getByRole('button', { name: 'Create' });
    await userEvent.click(trigger);
    const dialog = await screen.findByRole('dialog', { name: 'Create a space' });
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('You can change it later.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('focuses a button if it contains only text', async () => {
    render(
      <Dialog trigger={<Button>Read</Button>} title="How it works">
        <p>By itself.</p>
      </Dialog>,
    );
    screen.getByRole('button', { name: 'Read' }).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'How it works' });
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  });

  it('closes by its own buttons and calls the caller', async () => {
    const change = vi.fn();
    render(
      <Dialog
        trigger={<Button>Delete</Button>}
        onOpenChange={change}
        role="alertdialog"
        title="Delete?"
        footer={<DialogClose render={<Button>Cancel</Button>} />}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('alertdialog', { name: 'Delete?' });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(change.mock.calls).toEqual([[true], [false]]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('keeps the accent of the component that opened it', async () => {
    render(
      <AccentProvider color="#3b5bdb">
        <Dialog open title="Blue" />
      </AccentProvider>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Blue' });
    const portal = dialog.closest<HTMLElement>('[data-base-ui-portal]');
    expect(portal?.style.getPropertyValue('--accent')).toContain('#3b5bdb');
  });

  it('closes in the time set in the styles', () => {
    const css = readFileSync(`${import.meta.dirname}/../../styles/tokens.css`, 'utf8');
    expect(css).toContain(`--modal: ${MODAL_CLOSE_MS}ms;`);
  });
});
