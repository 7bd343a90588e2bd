import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
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
  const popup = lazyComponent<SpacesPopupProps>(loaded as () => Promise<typeof TestList>);
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

it('renders hidden and loads the spaces when the button is hovered', async () => {
  expect(loaded).not.toHaveBeenCalled();
  fireEvent.pointerEnter(button());
  await settle();
  await settle();
  expect(requested).toHaveBeenCalledTimes(1);
  expect(list.made).toBeGreaterThan(0);
  expect(isOpen()).toEqual([false, 'false']);
  expect(list.anchor).toBe(button());
});

it('also renders when the button gets keyboard focus', async () => {
  fireEvent.focus(button());
  await settle();
  expect(loaded).toHaveBeenCalled();
  expect(requested).toHaveBeenCalledTimes(1);
});

it('requests nothing for a visitor', async () => {
  viewer.id = null;
  cleanup();
  render(
    <QueryClientProvider client={createQueryClient(vi.fn())}>
      <SpacesPopup
        popup={lazyComponent<SpacesPopupProps>(async () => TestList)}
        button={<button type="button">Spaces</button>}
      />
    </QueryClientProvider>,
  );
  fireEvent.pointerEnter(button());
  await settle();
  expect(requested).not.toHaveBeenCalled();
});

it('toggles by presses of its button, even if the press already closed it as an outside press', async () => {
  await press();
  expect(isOpen()).toEqual([true, 'true']);
  await press();
  expect(isOpen()).toEqual([false, 'false']);
  await press();
  expect(isOpen()).toEqual([true, 'true']);
});

it('toggles by keyboard, which triggers no outside press', async () => {
  await pressKey();
  expect(isOpen()).toEqual([true, 'true']);
  await pressKey();
  expect(isOpen()).toEqual([false, 'false']);
});

it('opens by keyboard after it was opened by a press and closed from inside', async () => {
  await press();
  act(list.close);
  await pressKey();
  expect(isOpen()).toEqual([true, 'true']);
});
