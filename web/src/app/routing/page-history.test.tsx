import type { RouterHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { createPageHistory } from './page-history.ts';

afterEach(cleanup);

/** Goes back like the browser's button, and waits until the browser has gone. */
async function goBack(back = () => window.history.back()): Promise<void> {
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  back();
  await popped;
}

/** Waits until browser and history are at an address. */
const isAt = (history: RouterHistory | undefined, path: string) =>
  waitFor(() => {
    const { pathname, search } = window.location;
    expect([pathname + search, history?.location.href]).toEqual([path, path]);
  });

/** Goes to addresses in turn. The history would merge those of the same moment. */
function visit(history: RouterHistory | undefined, ...paths: string[]): void {
  for (const path of paths) {
    history?.push(path);
    history?.flush();
  }
}

it('closes an open dialog on Back, and leaves the page on the next Back', async () => {
  const history = createPageHistory();
  visit(history, '/first', '/second');
  render(<Dialog trigger={<button type="button">Open</button>} title="Details" />);
  screen.getByRole('button', { name: 'Open' }).click();
  await screen.findByRole('dialog', { name: 'Details' });
  await goBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await isAt(history, '/second');
  await goBack();
  await isAt(history, '/first');
  history?.destroy();
});

it('leaves the page if the code goes back while a dialog is open', async () => {
  const history = createPageHistory();
  visit(history, '/first', '/second');
  render(<Dialog open title="Leave the group?" />);
  await screen.findByRole('dialog', { name: 'Leave the group?' });
  await goBack(() => history?.back());
  await isAt(history, '/first');
  history?.destroy();
});

it('leaves the page on Back if its address opened the dialog', async () => {
  const history = createPageHistory();
  visit(history, '/list', '/list?event=1');
  render(<Dialog open isAddressed title="Event" />);
  await screen.findByRole('dialog', { name: 'Event' });
  await goBack();
  await isAt(history, '/list');
  history?.destroy();
});

describe('on the page as it was loaded', () => {
  /** Opens `/loaded` behind another page, as by a link from elsewhere. */
  function load(): RouterHistory | undefined {
    window.history.pushState(null, '', '/elsewhere');
    window.history.pushState(null, '', '/loaded');
    return createPageHistory();
  }
  async function openDialog(): Promise<void> {
    screen.getByRole('button', { name: 'Open' }).click();
    await screen.findByRole('dialog');
  }
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const dialog = <Dialog trigger={<button type="button">Open</button>} title="Details" />;

  it('closes an open dialog on Back, and leaves the page on the next Back', async () => {
    const history = load();
    const listener = vi.fn();
    history?.subscribe(listener);
    render(dialog);
    await openDialog();
    // The page is the same: nothing is loaded again.
    expect(listener).not.toHaveBeenCalled();
    await goBack();
    await isClosed();
    await isAt(history, '/loaded');
    await goBack();
    await waitFor(() => expect(window.location.pathname).toBe('/elsewhere'));
    history?.destroy();
  });

  it('leaves the page on Back if the dialog was closed, also from another tab of a space', async () => {
    const history = load();
    render(dialog);
    await openDialog();
    screen.getByRole('button', { name: 'Close' }).click();
    await isClosed();
    expect(history?.canGoBack()).toBe(false);
    history?.replace('/other-tab');
    history?.flush();
    await goBack();
    await waitFor(() => expect(window.location.pathname).toBe('/elsewhere'));
    history?.destroy();
  });

  it('returns to the page from one that was opened after the dialog', async () => {
    const history = load();
    render(dialog);
    await openDialog();
    screen.getByRole('button', { name: 'Close' }).click();
    await isClosed();
    visit(history, '/post');
    await goBack();
    await isAt(history, '/loaded');
    expect(history?.canGoBack()).toBe(false);
    history?.destroy();
  });
});
