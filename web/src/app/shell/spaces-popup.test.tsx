import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadComponent } from '#web/lib/lazy-overlay.tsx';
import { createQueryClient } from '#web/lib/query-client.ts';
import { SpacesPopup, type SpacesPopupProps } from './spaces-popup.tsx';

const viewer = vi.hoisted(() => ({ id: 'v1' as string | null }));
vi.mock('#web/features/auth/index.ts', () => ({ useViewer: () => viewer.id && { id: viewer.id } }));
vi.mock('#web/features/spaces/index.ts', () => ({
  userSpacesQuery: { queryKey: ['list_own_spaces'], queryFn: () => requested() },
}));

const requested = vi.fn(async () => []);
/** The latest props of the list; `close` is a press outside. */
const list: { open: boolean; anchor: HTMLElement | null; close: () => void; made: number } = {
  open: false,
  anchor: null,
  close: () => {},
  made: 0,
};
function TestList({ anchor, open, onOpenChange }: SpacesPopupProps) {
  Object.assign(list, { open, anchor, close: () => onOpenChange(false), made: list.made + 1 });
  return open ? <div role="dialog">Your spaces</div> : null;
}

let loaded: ReturnType<typeof vi.fn>;
beforeEach(() => {
  viewer.id = 'v1';
  requested.mockClear();
  list.made = 0;
  loaded = vi.fn(async () => TestList);
  const popup = loadComponent<SpacesPopupProps>(loaded as () => Promise<typeof TestList>);
  render(
    <QueryClientProvider client={createQueryClient(vi.fn())}>
      <SpacesPopup popup={popup} button={<button type="button">Spaces</button>} />
    </QueryClientProvider>,
  );
});
afterEach(cleanup);

const button = () => screen.getByRole('button', { name: 'Spaces' });
const settle = () => act(async () => void (await Promise.resolve()));
const isOpen = () => [screen.queryByRole('dialog') !== null, button().getAttribute('aria-expanded')];
/** Like a mouse: a press outside an open list closes it before the click arrives. */
async function press() {
  fireEvent.pointerDown(button());
  if (list.open) act(list.close);
  fireEvent.click(button(), { detail: 1 });
  await settle();
}
async function pressKey() {
  fireEvent.click(button(), { detail: 0 });
  await settle();
}

it('is made hidden, with its spaces asked for, when the button is pointed at', async () => {
  expect(loaded).not.toHaveBeenCalled();
  fireEvent.pointerEnter(button());
  await settle();
  await settle();
  expect(requested).toHaveBeenCalledTimes(1);
  expect(list.made).toBeGreaterThan(0);
  expect(isOpen()).toEqual([false, 'false']);
  expect(list.anchor).toBe(button());
});

it('is brought by the keyboard coming to the button too', async () => {
  fireEvent.focus(button());
  await settle();
  expect(loaded).toHaveBeenCalled();
  expect(requested).toHaveBeenCalledTimes(1);
});

it('asks for nothing of somebody who is not signed in', async () => {
  viewer.id = null;
  cleanup();
  render(
    <QueryClientProvider client={createQueryClient(vi.fn())}>
      <SpacesPopup
        popup={loadComponent<SpacesPopupProps>(async () => TestList)}
        button={<button type="button">Spaces</button>}
      />
    </QueryClientProvider>,
  );
  fireEvent.pointerEnter(button());
  await settle();
  expect(requested).not.toHaveBeenCalled();
});

it('opens and closes by presses of its button, also the press that has closed it by lying outside', async () => {
  await press();
  expect(isOpen()).toEqual([true, 'true']);
  await press();
  expect(isOpen()).toEqual([false, 'false']);
  await press();
  expect(isOpen()).toEqual([true, 'true']);
});

it('opens and closes by keys, which close nothing before', async () => {
  await pressKey();
  expect(isOpen()).toEqual([true, 'true']);
  await pressKey();
  expect(isOpen()).toEqual([false, 'false']);
});

it('opened by a press and closed in itself, opens again by a key', async () => {
  await press();
  act(list.close);
  await pressKey();
  expect(isOpen()).toEqual([true, 'true']);
});
