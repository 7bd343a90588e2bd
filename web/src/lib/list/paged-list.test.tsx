import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-client.ts';
import { createQueryClient } from '../cache/query-client.ts';
import { notifyReconnect, setOffline } from '../live/reconnect.ts';
import { addItem, type ListChanges, noChanges } from './list-changes.ts';
import { changesStore } from './live-list.ts';
import { PagedList } from './paged-list.tsx';
import { PreviousPage } from './previous-page.tsx';

/** Reports that an observed element came near the viewport. */
let observed = new Map<Element, () => void>();
beforeEach(() => {
  observed = new Map();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #listener: (entries: { isIntersecting: boolean }[]) => void;
      constructor(listener: (entries: { isIntersecting: boolean }[]) => void) {
        this.#listener = listener;
      }
      observe(element: Element) {
        observed.set(element, () => this.#listener([{ isIntersecting: true }]));
      }
      disconnect() {
        observed.clear();
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const scrollToEnd = () => act(() => [...observed.values()].at(-1)?.());

interface Page {
  ids: string[];
  next_cursor: string | null;
  previous_cursor: string | null;
}
type Fetch = (cursor: string | null) => Promise<Page>;
const changes = changesStore<string, ListChanges>('test', noChanges);
const pageOf = (ids: string[], next_cursor: string | null = null, previous_cursor: string | null = null) => ({
  ids,
  next_cursor,
  previous_cursor,
});

function List({ fetchPage, near }: { fetchPage: Fetch; near: number | null }) {
  const pages = useInfiniteQuery({
    queryKey: ['list_test'],
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    getPreviousPageParam: (first) => first.previous_cursor,
    retry: false,
  });
  const loaded = pages.data?.pages.flatMap(({ ids }) => ids) ?? [];
  const added = changes.useChanges('a').added.map(({ entry }) => entry.id);
  const ids = [...added, ...loaded];
  return (
    <PagedList
      pages={pages}
      count={ids.length}
      skeleton={<p>Skeleton</p>}
      empty={<p>Nothing yet</p>}
      failure={{ title: 'Failed', text: 'For a reason' }}
      more={{ near }}
      end={<p>The end</p>}
    >
      <PreviousPage pages={pages} label="Show earlier" />
      <ul>
        {ids.map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </PagedList>
  );
}

function open(fetchPage: Fetch, near: number | null = 600) {
  const client = createQueryClient(vi.fn() as never);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  render(<List fetchPage={fetchPage} near={near} />, { wrapper });
  return client;
}
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('A paged list', () => {
  it('shows its skeleton, then its items, and loads more near the end until everything is loaded', async () => {
    const fetchPage = vi.fn<Fetch>(async (cursor) => (cursor ? pageOf(['b']) : pageOf(['a'], 'next')));
    open(fetchPage);
    expect(screen.getByText('Skeleton')).toBeDefined();
    await waitFor(() => expect(items()).toEqual(['a']));
    expect(screen.queryByText('The end')).toBeNull();
    scrollToEnd();
    await waitFor(() => expect(items()).toEqual(['a', 'b']));
    expect(screen.getByText('The end')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('loads more only on request if it is told to', async () => {
    const fetchPage = vi.fn<Fetch>(async (cursor) => (cursor ? pageOf(['b']) : pageOf(['a'], 'next')));
    open(fetchPage, null);
    await waitFor(() => expect(items()).toEqual(['a']));
    expect(observed.size).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(items()).toEqual(['a', 'b']));
  });

  it('says when it is empty', async () => {
    open(async () => pageOf([]));
    expect(await screen.findByText('Nothing yet')).toBeDefined();
  });

  it('shows why the first page failed, and retries on request', async () => {
    let isDown = true;
    open(async () => {
      if (isDown) throw new ApiError('unavailable', 503, 'Down');
      return pageOf(['a']);
    });
    expect((await screen.findByRole('alert')).textContent).toMatch(/Failed.*For a reason/);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(items()).toEqual(['a']));
  });

  it('says that the page is offline, and loads by itself when the connection is back', async () => {
    let isDown = true;
    setOffline(true);
    open(async () => {
      if (isDown) throw new ApiError('unavailable', 503, 'Down');
      return pageOf(['a']);
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe("You're offlineThis will load when you're back online.");
    expect(screen.queryByRole('button')).toBeNull();
    isDown = false;
    act(() => {
      setOffline(false);
      notifyReconnect();
    });
    await waitFor(() => expect(items()).toEqual(['a']));
  });

  it('keeps its items when a further page fails, and asks for it again only on request', async () => {
    let isDown = true;
    const fetchPage = vi.fn<Fetch>(async (cursor) => {
      if (cursor && isDown) throw new ApiError('unavailable', 503, 'Down for now');
      return cursor ? pageOf(['b']) : pageOf(['a'], 'next');
    });
    open(fetchPage);
    await waitFor(() => expect(items()).toEqual(['a']));
    scrollToEnd();
    expect((await screen.findByRole('alert')).textContent).toBe('Down for now');
    expect(items()).toEqual(['a']);
    scrollToEnd();
    expect(observed.size).toBe(0);
    expect(fetchPage).toHaveBeenCalledTimes(2);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(items()).toEqual(['a', 'b']));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the items on screen where they are when earlier ones are loaded', async () => {
    const response = Promise.withResolvers<Page>();
    open(async (cursor) => (cursor ? await response.promise : pageOf(['b', 'c'], null, 'previous')));
    await waitFor(() => expect(items()).toEqual(['b', 'c']));
    // Each item is 100 pixels high, below a viewport that was scrolled by 30.
    let scrolled = 30;
    const top = (element: Element) => (element.textContent === 'a' ? 0 : items().indexOf('b') * 100);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { top: top(this) - scrolled } as DOMRect;
    });
    const scrollBy = vi.fn((_x: number, y: number) => {
      scrolled += y;
    });
    document.documentElement.scrollBy = scrollBy as never;
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier' }));
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull());
    await act(async () => {
      scrolled = 50;
      window.dispatchEvent(new Event('scroll'));
      response.resolve(pageOf(['a']));
    });
    await waitFor(() => expect(items()).toEqual(['a', 'b', 'c']));
    expect(scrollBy.mock.calls).toEqual([[0, 100]]);
    expect(scrolled).toBe(150);
    vi.restoreAllMocks();
  });
});

describe('Changes to a list', () => {
  it('that arrive while a page is being loaded are not overwritten by it', async () => {
    const response = Promise.withResolvers<Page>();
    const client = open(async (cursor) => (cursor ? await response.promise : pageOf(['a'], 'next')), null);
    await waitFor(() => expect(items()).toEqual(['a']));
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    act(() => changes.update(client, 'a', (now) => addItem(now, { id: 'new' }, 11)));
    await waitFor(() => expect(items()).toEqual(['new', 'a']));
    await act(async () => response.resolve(pageOf(['b'])));
    await waitFor(() => expect(items()).toEqual(['new', 'a', 'b']));
  });

  it('of one list do not change another, and an update without a change renders nothing', () => {
    const client = createQueryClient(vi.fn() as never);
    changes.update(client, 'a', (now) => addItem(now, { id: 'new' }, 11));
    expect(changes.read(client, 'b')).toBe(noChanges);
    const before = changes.read(client, 'a');
    changes.update(client, 'a', (now) => addItem(now, { id: 'new' }, 11));
    expect(changes.read(client, 'a')).toBe(before);
  });
});
