import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spaceSummary } from '#contract/features/spaces/spaces.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aSpace, idOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { type DiscoverSearch, discoverPages, toDiscoverSearch } from './discover.api.ts';
import { DiscoverList } from './discover-list.tsx';
import { TopicChips } from './topic-chips.tsx';

const call = vi.fn();
const cleared = vi.fn();
beforeEach(() => {
  call.mockReset();
  cleared.mockReset();
});
afterEach(cleanup);

describe('the address of Discover', () => {
  const none = { q: undefined, price: undefined, topic: undefined, sort: undefined };
  it.each([
    ['nothing', {}, none],
    ['an empty search', { q: '' }, none],
    ['a search', { q: 'bread' }, { ...none, q: 'bread' }],
    ['a number', { q: 24 }, { ...none, q: '24' }],
    ['a search that is too long', { q: 'x'.repeat(101) }, { ...none, q: 'x'.repeat(100) }],
    ['half a character at the end', { q: `${'x'.repeat(99)}🍞` }, { ...none, q: `${'x'.repeat(99)}\uFFFD` }],
    ['a zero byte', { q: 'a\0b' }, { ...none, q: 'ab' }],
    ['free spaces', { price: 'free' }, { ...none, price: 'free' }],
    ['paid spaces', { price: 'paid' }, { ...none, price: 'paid' }],
    ['another price', { price: 'cheap' }, none],
    ['a topic', { topic: 'business' }, { ...none, topic: 'business' }],
    ['an unknown topic', { topic: 'toString' }, none],
    ['the newest', { sort: 'new' }, { ...none, sort: 'new' }],
    ['the largest', { sort: 'largest' }, { ...none, sort: 'largest' }],
    ['the default order', { sort: 'recommended' }, none],
    ['other parameters', { page: 2 }, none],
  ])('accepts %s', (_name, search, expected) => {
    expect(toDiscoverSearch(search)).toEqual(expected);
  });
});

const spaces = ['Bread', 'Film', 'Chess'].map((name, index) =>
  spaceSummary.parse(aSpace({ id: idOf(index + 1), name, subdomain: name.toLowerCase() })),
);

function show(responses: Responses, search: DiscoverSearch = {}) {
  call.mockImplementation(respondWith(responses));
  const client = createQueryClient(call);
  return { client, ...renderPage(client, <DiscoverList search={search} onClear={cleared} />, '/discover') };
}
const names = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the list of spaces', () => {
  it.each([
    [{}, { sort: 'recommended' }],
    [{ q: 'film' }, { search: 'film', sort: 'recommended' }],
    [
      { q: '', price: 'paid', topic: 'business', sort: 'new' },
      { price: 'paid', topic: 'business', sort: 'new' },
    ],
  ] as const)('requests %j as %j', (search, input) => {
    expect(discoverPages(search).queryKey).toEqual(['discover_spaces', input]);
  });

  it('shows the spaces page by page, and keeps them for their own pages', async () => {
    const { client } = show({
      discover_spaces: ({ cursor }) =>
        cursor === 'next'
          ? { spaces: spaces.slice(2), next_cursor: null }
          : { spaces: spaces.slice(0, 2), next_cursor: 'next' },
    });
    await waitFor(() => expect(names()).toEqual(['Bread', 'Film']));
    expect(screen.queryByRole('link', { name: /Create a space/ })).toBeNull();
    screen.getByRole('button', { name: 'Show more' }).click();
    await waitFor(() => expect(names()).toEqual(['Bread', 'Film', 'Chess']));
    // The last card.
    expect(screen.getAllByRole('link').at(-1)?.getAttribute('href')).toBe('/create-space');
    expect(readEntity(client, 'space', idOf(3))).toMatchObject({ subdomain: 'chess' });
  });

  it.each([
    [{}, 'Be the first to create a space.'],
    [{ sort: 'new' }, 'Be the first to create a space.'],
    [{ q: 'x' }, 'Try a different search or clear your filters.'],
    [{ price: 'free' }, 'Try a different search or clear your filters.'],
    [{ topic: 'business' }, 'Try a different search or clear your filters.'],
  ] as const)('says what to do if there are no spaces for %j', async (search, text) => {
    show({ discover_spaces: () => ({ spaces: [], next_cursor: null }) }, search);
    expect(await screen.findByText('No spaces found.')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('offers the next step if there are no spaces', async () => {
    const none = { discover_spaces: () => ({ spaces: [], next_cursor: null }) };
    show(none, { q: 'x' });
    (await screen.findByRole('button', { name: 'Clear filters' })).click();
    expect(cleared).toHaveBeenCalledOnce();
    cleanup();
    show(none);
    const create = await screen.findByRole('link', { name: 'Create a space' });
    expect(create.getAttribute('href')).toBe('/create-space');
  });

  it('says that a space has no description, so that its card has no hole', async () => {
    const bare = spaceSummary.parse(aSpace({ short_description: null, description: null }));
    show({ discover_spaces: () => ({ spaces: [bare], next_cursor: null }) });
    expect(await screen.findByText('No description yet.')).toBeTruthy();
  });

  it('says that the spaces could not be loaded', async () => {
    show({
      discover_spaces: () => {
        throw new NetworkError(null);
      },
    });
    expect(await screen.findByText('Failed to fetch spaces')).toBeTruthy();
  });

  it('keeps the spaces on screen while another search loads', async () => {
    const next = Promise.withResolvers<{ spaces: typeof spaces; next_cursor: null }>();
    const { update } = show({
      discover_spaces: ({ search }) =>
        search ? next.promise : { spaces: spaces.slice(0, 1), next_cursor: null },
    });
    await waitFor(() => expect(names()).toEqual(['Bread']));
    update(<DiscoverList search={{ q: 'film' }} onClear={cleared} />);
    expect(names()).toEqual(['Bread']);
    next.resolve({ spaces: spaces.slice(1, 2), next_cursor: null });
    await waitFor(() => expect(names()).toEqual(['Film']));
  });
});

describe('the topics', () => {
  it('change only the topic of the search', () => {
    renderPage(createQueryClient(call), <TopicChips search={{ q: 'x', topic: 'business' }} />, '/discover');
    const current = screen.getAllByRole('link', { current: true });
    expect(current).toHaveLength(1);
    expect(current[0]?.getAttribute('href')).toBe('/discover?q=x&topic=business');
    expect(screen.getByRole('link', { name: 'All topics' }).getAttribute('href')).toBe('/discover?q=x');
  });
});
