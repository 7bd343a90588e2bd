import { cleanup, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trackFocusVisible } from '#web-testing/focus-visible.ts';
import { useTabInView } from './use-tab-in-view.ts';

/** Calls what is subscribed to the end of a navigation. */
let endNavigation = () => {};
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({
    subscribe: (_event: string, listener: () => void) => {
      endNavigation = listener;
      return () => {};
    },
  }),
}));

const tabWidth = 100;

/** A row of tabs on a screen with room for three. */
function Row({ tabs, open }: { tabs: string[]; open: string }) {
  const row = useRef<HTMLElement>(null);
  useTabInView(row);
  return (
    <nav ref={row}>
      {tabs.map((tab) => (
        <a key={tab} href={`/${tab}`} {...(tab === open && { 'data-active': '' })}>
          {tab}
        </a>
      ))}
    </nav>
  );
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
beforeEach(() => {
  trackFocusVisible();
  const define = (name: string, read: (element: HTMLElement) => number) =>
    vi.spyOn(HTMLElement.prototype, name as 'offsetLeft', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return read(this);
    });
  define('offsetLeft', (element) => [...(element.parentElement?.children ?? [])].indexOf(element) * tabWidth);
  define('offsetWidth', () => tabWidth);
  for (const [name, read] of [
    ['clientWidth', () => 3 * tabWidth],
    ['scrollWidth', (element: Element) => element.children.length * tabWidth],
  ] as const) {
    vi.spyOn(Element.prototype, name, 'get').mockImplementation(function (this: Element) {
      return read(this);
    });
  }
});

const before = ['feed', 'calendar', 'members', 'leaderboard', 'about'];
const after = ['feed', 'calendar', 'members', 'leaderboard', 'map', 'about'];

it('shows the open tab of a row that is wider than the screen', async () => {
  const { container, rerender } = render(<Row tabs={before} open="about" />);
  const row = container.querySelector('nav') as HTMLElement;
  expect(row.scrollLeft).toBe(300);
  // Joining adds a tab, and opens another one after that.
  rerender(<Row tabs={after} open="about" />);
  await vi.waitFor(() => expect(row.scrollLeft).toBe(400));
  rerender(<Row tabs={after} open="feed" />);
  await vi.waitFor(() => expect(row.scrollLeft).toBe(0));
  // The router restores the position that the row had on the previous page.
  row.scrollLeft = 27;
  endNavigation();
  expect(row.scrollLeft).toBe(0);
});

it('shows the whole tab that gets the focus by keyboard, clear of the ends of the row', () => {
  const { container } = render(<Row tabs={before} open="feed" />);
  const row = container.querySelector('nav') as HTMLElement;
  const focus = (at: number) => (row.children[at] as HTMLElement).focus();
  focus(1);
  expect(row.scrollLeft).toBe(0);
  focus(3);
  expect(row.scrollLeft).toBe(124);
  focus(1);
  expect(row.scrollLeft).toBe(76);
  focus(0);
  expect(row.scrollLeft).toBe(0);
  fireEvent.mouseDown(row);
  focus(3);
  expect(row.scrollLeft).toBe(0);
});
