import type { RouterHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { createPageHistory } from './page-history.ts';

afterEach(cleanup);

/** Goes back like the browser's button, and waits until the history has come to rest. */
async function goBack(): Promise<void> {
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.back();
  await popped;
  await new Promise((resolve) => setTimeout(resolve, 50));
}

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
  expect([window.location.pathname, history?.location.pathname]).toEqual(['/second', '/second']);
  await goBack();
  expect([window.location.pathname, history?.location.pathname]).toEqual(['/first', '/first']);
  history?.destroy();
});

it('leaves the page on Back if its address opened the dialog', async () => {
  const history = createPageHistory();
  visit(history, '/list', '/list?event=1');
  render(<Dialog open isAddressed title="Event" />);
  await screen.findByRole('dialog', { name: 'Event' });
  await goBack();
  expect(window.location.search).toBe('');
  history?.destroy();
});
