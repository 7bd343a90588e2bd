import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aSpace, idOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import type { FeedSearch } from './feed.api.ts';
import { FeedFilters } from './feed-filters.tsx';
import { categoryLock } from './limited/limited-slots.tsx';

/** The width of what a row of chips contains, which jsdom doesn't lay out. */
let rowWidth = 0;
beforeAll(() => categoryLock.preload(), 30_000);
beforeEach(() => {
  rowWidth = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void;
      constructor(callback: (entries: []) => void) {
        this.observe = () => callback([]);
      }
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => rowWidth);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const spaceWith = (count: number) =>
  aSpace({
    subdomain: 'film',
    categories: Array.from({ length: count }, (_, n) => ({
      id: idOf(n),
      name: `C${n}`,
      icon: '🎞',
      is_limited: false,
    })) as never,
  });
const show = (categories: number, search: FeedSearch, count: number | null) =>
  renderPage(
    createQueryClient(vi.fn()),
    <FeedFilters space={spaceWith(categories)} search={search} count={count} />,
    '/film/space',
  );
const sort = () => screen.queryByRole('button', { name: /^Sort: / });
const chips = () => screen.queryByRole('navigation', { name: 'Categories' });

it('marks the categories that the viewer cannot open', async () => {
  const space = spaceWith(3);
  const categories = space.categories.map((one, index) => ({ ...one, is_limited: index > 0 }));
  const unmet = [{ rule: { kind: 'level' as const, level: 2 }, opens_at: null, title: null }];
  const lock = { match: 'all' as const, unmet, opens_at: null };
  const limited = categories.filter(({ is_limited }) => is_limited);
  const locks = limited.map(({ id }, index) => ({
    category_id: id,
    lock: index === 0 ? lock : null,
    access: null,
  }));
  const client = createQueryClient(respondWith({ list_category_locks: () => ({ categories: locks }) }));
  renderPage(client, <FeedFilters space={{ ...space, categories }} search={{}} count={9} />, '/film/space');
  expect(await screen.findByRole('link', { name: /C1.*Locked/ })).toBeTruthy();
  expect(screen.getAllByText('Locked')).toHaveLength(1);
});

it('is missing in a space without posts', () => {
  show(3, {}, 0);
  expect(chips()).toBeNull();
  expect(sort()).toBeNull();
});

it.each([
  ['one post', {}, 1, false],
  ['several posts', {}, 2, true],
  ['posts that are still loading', {}, null, true],
  ['an empty period, which leads back', { sort: 'top' }, 0, true],
  ['an empty category, which leads back', { category: idOf(1) }, 0, true],
] as const)('sorts %s: %s', (_name, search, count, isShown) => {
  show(2, search, count);
  expect(sort() !== null).toBe(isShown);
  expect(chips()).not.toBeNull();
});

it('has no categories if there is one', () => {
  show(1, {}, 2);
  expect(chips()).toBeNull();
  expect(sort()).not.toBeNull();
});

it('changes the order from a menu, and keeps the category', async () => {
  const { href } = show(2, { category: idOf(1) }, 2);
  await userEvent.click(screen.getByRole('button', { name: 'Sort: Recent activity' }));
  const menu = await screen.findByRole('menu');
  const options = within(menu).getAllByRole('menuitemradio');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Recent activity',
    'New',
    'Top: 7 days',
    'Top: 30 days',
    'Top: All time',
  ]);
  expect(options.map((option) => option.ariaChecked)).toEqual(['true', 'false', 'false', 'false', 'false']);
  await userEvent.click(within(menu).getByRole('menuitemradio', { name: 'Top: 30 days' }));
  expect(new URLSearchParams(href().split('?')[1])).toEqual(
    new URLSearchParams({ sort: 'top', period: '30d', category: idOf(1) }),
  );
});

it.each([
  [{ sort: 'new' }, 'New'],
  [{ sort: 'top' }, 'Top: 7 days'],
  [{ sort: 'top', period: '30d' }, 'Top: 30 days'],
  [{ sort: 'top', period: 'all' }, 'Top: All time'],
] as const)('says that %j is the order, and keeps it when the category changes', (search, name) => {
  show(2, search, 5);
  expect(screen.getByRole('button', { name: `Sort: ${name}` })).toBeTruthy();
  const link = screen.getByRole('link', { name: 'C1' });
  const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ ...search, category: idOf(1) });
});

it('has arrows only where chips are hidden, and not for the keyboard', () => {
  const { container } = show(9, {}, 5);
  expect(container.querySelector('.chip-arrow')).toBeNull();
  cleanup();
  rowWidth = 900;
  const { container: wide } = show(9, {}, 5);
  const [arrow, ...others] = wide.querySelectorAll('.chip-arrow');
  expect(others).toEqual([]);
  expect(arrow?.getAttribute('tabindex')).toBe('-1');
  expect(chips()?.hasAttribute('data-end')).toBe(true);
  expect(chips()?.hasAttribute('data-start')).toBe(false);
});
