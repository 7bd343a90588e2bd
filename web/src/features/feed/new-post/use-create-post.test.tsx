import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { toFeedPage } from '../feed.api.ts';
import { type FeedInput, feedChanges } from '../feed-changes.ts';
import { type NewPostInput, useCreatePost, useIsPosting } from './use-create-post.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => {
  call.mockReset();
});
afterEach(cleanup);

const input: NewPostInput = {
  client_id: 'c1',
  title: 'A title',
  body: '<p>Text</p>',
  category_id: 'news',
  upload_ids: [],
  post_type: 'post',
  poll: null,
};
const post = { ...input, id: 'p1', space_id: 's1', version: 1 } as unknown as PostDetail;

/** The feeds that someone has opened: of two spaces, two categories and two orders. */
const feeds = {
  all: { space_id: 's1', sort: 'default' },
  byLikes: { space_id: 's1', sort: 'top', period: '7d' },
  news: { space_id: 's1', sort: 'default', category_id: 'news' },
  help: { space_id: 's1', sort: 'default', category_id: 'help' },
  elsewhere: { space_id: 's2', sort: 'default' },
} satisfies Record<string, FeedInput>;

function open() {
  const client = createQueryClient(call);
  for (const feed of Object.values(feeds)) {
    client.setQueryData(['list_posts', feed], { pages: [toFeedPage(feed, [], null, 1)], pageParams: [null] });
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({ create: useCreatePost('s1'), here: useIsPosting('s1'), there: useIsPosting('s2') }),
    { wrapper },
  );
  /** The new posts of each feed. */
  const arrivals = () =>
    Object.fromEntries(
      Object.entries(feeds).map(([name, feed]) => [
        name,
        feedChanges
          .read(client, feed)
          .added.flatMap(({ entry, state }) => (state === 'held' ? [] : [entry.id])),
      ]),
    );
  return { client, result, arrivals };
}

it.each([
  ['of a category', 'news', ['all', 'byLikes', 'news']],
  ['of another category', 'help', ['all', 'byLikes', 'help']],
  ['without a category', null, ['all', 'byLikes']],
] as const)(
  'shows a new post %s in the feeds it belongs to, and in no other',
  async (_name, category_id, shown) => {
    call.mockResolvedValue({ post: { ...post, category_id } });
    const { client, result, arrivals } = open();
    act(() => result.current.create.mutate({ ...input, category_id }));
    await waitFor(() => expect(result.current.create.isSuccess).toBe(true));
    expect(call).toHaveBeenCalledExactlyOnceWith('create_post', { space_id: 's1', ...input, category_id });
    const expected = Object.keys(feeds).map((name) => [name, shown.includes(name as never) ? ['p1'] : []]);
    expect(arrivals()).toEqual(Object.fromEntries(expected));
    expect(readEntity(client, 'post', 'p1')).toMatchObject({ title: 'A title' });
  },
);

it('says that a post is being sent in its space only, and shows nothing if that fails', async () => {
  const response = Promise.withResolvers<never>();
  call.mockReturnValue(response.promise);
  const { result, arrivals } = open();
  act(() => result.current.create.mutate(input));
  await waitFor(() => expect(result.current).toMatchObject({ here: true, there: false }));
  response.reject(new NetworkError(null));
  await waitFor(() => expect(result.current.create.isError).toBe(true));
  expect(result.current.here).toBe(false);
  expect(Object.values(arrivals()).flat()).toEqual([]);
});
