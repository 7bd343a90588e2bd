import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aComment, idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import {
  type CommentView,
  commentPages,
  commentVersions,
  loadComments,
  loadMoreReplies,
  toCommentSearch,
  toCommentView,
  useMoreReplies,
} from './comments.api.ts';
import { toDraftHtml } from './composer/draft-html.ts';
import { useCommentOutbox } from './composer/use-comment-outbox.ts';
import { useDeleteComment } from './use-delete-comment.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => {
  call.mockReset();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  dismissToast();
});

const postId = idOf(93);
const oldest: CommentView = { order: 'oldest' };
const page = (fields: object = {}) => ({
  comments: [aComment({ id: idOf(1), post_id: postId })],
  threads_with_more_after: [idOf(1)],
  threads_with_more_before: [idOf(2)],
  next_cursor: null,
  previous_cursor: null,
  live_cursor: 7,
  ...fields,
});

describe('the address of a post', () => {
  it.each([
    [{}, {}],
    [{ comments: 'newest' }, { comments: 'newest' }],
    [{ comments: 'oldest' }, {}],
    [{ highlight_comment: idOf(1), other: 1 }, { highlight_comment: idOf(1) }],
    [{ highlight_comment: 7 }, {}],
  ])('%j is read as %j', (search, expected) => {
    expect(toCommentSearch(search)).toEqual(expected);
  });

  it.each([
    [{}, { order: 'oldest' }],
    [{ comments: 'newest' }, { order: 'newest' }],
    [
      { highlight_comment: 'ABCDEF00-0000-7000-8000-000000000001' },
      { order: 'oldest', around: 'abcdef00-0000-7000-8000-000000000001' },
    ],
    [{ highlight_comment: `x${idOf(1)}` }, { order: 'oldest' }],
    [{ highlight_comment: `${idOf(1)}x` }, { order: 'oldest' }],
    [{ highlight_comment: '' }, { order: 'oldest' }],
  ] as const)('%j shows the comments %j', (search, view) => {
    expect(toCommentView(search)).toEqual(view);
  });
});

describe('a page of comments', () => {
  it('stores the comments, and their positions with the gaps', async () => {
    call.mockImplementation(respondWith({ list_comments: () => page() }));
    const client = createQueryClient(call);
    await loadComments(client, postId, { comments: 'newest' });
    expect(call.mock.calls.map(([name, input]) => [name, input])).toEqual([
      ['list_comments', { post_id: postId, order: 'newest' }],
    ]);
    expect(client.getQueryData(commentPages(postId, { order: 'newest' }).queryKey)?.pages).toEqual([
      {
        positions: [{ id: idOf(1), thread_id: idOf(1) }],
        later: [idOf(1)],
        earlier: [idOf(2)],
        next_cursor: null,
        previous_cursor: null,
        live_cursor: 7,
      },
    ]);
    expect(readEntity(client, 'comment', idOf(1))?.post_id).toBe(postId);
  });

  it('starts around a comment, and continues in both directions', async () => {
    call.mockImplementation(
      respondWith({ list_comments: () => page({ next_cursor: 'below', previous_cursor: 'above' }) }),
    );
    const view = { order: 'oldest', around: idOf(1) } as const;
    const client = createQueryClient(call);
    const query = commentPages(postId, view);
    const loaded = await client.fetchInfiniteQuery(query);
    const [first] = loaded.pages;
    if (!first) throw new Error('no page');
    const all = [loaded.pages, null, []] as const;
    expect(query.getNextPageParam(first, ...([...all] as unknown as [never, never, never]))).toEqual({
      cursor: 'below',
      direction: 'next',
    });
    expect(query.getPreviousPageParam?.(first, ...([...all] as unknown as [never, never, never]))).toEqual({
      cursor: 'above',
      direction: 'previous',
    });
    const end = { ...first, next_cursor: null, previous_cursor: null };
    expect(query.getNextPageParam(end, ...([...all] as unknown as [never, never, never]))).toBeNull();
    expect(query.getPreviousPageParam?.(end, ...([...all] as unknown as [never, never, never]))).toBeNull();
    expect(call.mock.calls[0]?.[1]).toEqual({ post_id: postId, order: 'oldest', around: idOf(1) });
    await client.fetchInfiniteQuery({ ...query, pages: 2, staleTime: 0 });
    expect(call.mock.calls.at(-1)?.[1]).toEqual({
      post_id: postId,
      order: 'oldest',
      cursor: 'below',
      direction: 'next',
    });
  });

  it('that fails to load throws nothing', async () => {
    const client = createQueryClient(() => Promise.reject(new NetworkError(null)));
    client.setDefaultOptions({ queries: { retry: false } });
    await expect(loadComments(client, postId, {})).resolves.toBeUndefined();
  });

  it('has earlier versions of each comment', () => {
    expect(commentVersions(idOf(1)).queryKey).toEqual(['list_comment_versions', { comment_id: idOf(1) }]);
  });
});

describe('more replies of a thread', () => {
  it('are added to those loaded before, for this view of the post', async () => {
    const reply = (n: number) =>
      aComment({ id: idOf(n), thread_id: idOf(1), parent_id: idOf(1), post_id: postId });
    call.mockImplementation(
      respondWith({
        list_replies: ({ after }) => ({
          comments: [reply(after ? 5 : 2)],
          more: after !== undefined,
          live_cursor: 7,
        }),
      }),
    );
    const client = createQueryClient(call);
    const { result } = renderHook(
      () => [useMoreReplies(postId, oldest), useMoreReplies(postId, { order: 'newest' })] as const,
      { wrapper: pageProvider(client) },
    );
    const none = { positions: [], later: {}, earlier: {} };
    expect(result.current).toEqual([none, none]);
    const load = (side: 'later' | 'earlier', id: string) =>
      act(() => loadMoreReplies(client, postId, oldest, { thread_id: idOf(1), side, id }));
    await load('later', idOf(4));
    await load('earlier', idOf(3));
    expect(call.mock.calls.map(([, input]) => input)).toEqual([
      { post_id: postId, thread_id: idOf(1), after: idOf(4) },
      { post_id: postId, thread_id: idOf(1), before: idOf(3) },
    ]);
    await waitFor(() =>
      expect(result.current).toEqual([
        {
          positions: [
            { id: idOf(5), thread_id: idOf(1) },
            { id: idOf(2), thread_id: idOf(1) },
          ],
          later: { [idOf(1)]: true },
          earlier: { [idOf(1)]: false },
        },
        none,
      ]),
    );
    expect(readEntity(client, 'comment', idOf(5))).toBeDefined();
  });
});

describe('deleting a comment', () => {
  function open(respond: () => object) {
    call.mockImplementation(respondWith({ delete_comment: respond as () => never }));
    const client = createQueryClient(call);
    seedEntities(client, { comment: [aComment()] });
    const { result } = renderHook(() => useDeleteComment(), { wrapper: pageProvider(client) });
    return { client, result };
  }

  it('shows it at once', async () => {
    const { client, result } = open(() => ({}));
    await act(() => result.current.mutateAsync(idOf(1)).catch(() => {}));
    expect(call).toHaveBeenCalledExactlyOnceWith('delete_comment', { comment_id: idOf(1) });
    expect(readEntity(client, 'comment', idOf(1))).toMatchObject({ body: '' });
    expect(readEntity(client, 'comment', idOf(1))?.deleted_at).not.toBeNull();
  });

  it('brings the text back if it fails', async () => {
    const { client, result } = open(() => {
      throw new NetworkError(null);
    });
    await act(() => result.current.mutateAsync(idOf(1)).catch(() => {}));
    expect(readEntity(client, 'comment', idOf(1))).toEqual(aComment());
    expect(readToast()).toMatchObject({ open: true, title: "Couldn't delete the comment" });
  });

  it('of one that is not loaded changes nothing', async () => {
    const { client, result } = open(() => {
      throw new NetworkError(null);
    });
    await act(() => result.current.mutateAsync(idOf(2)).catch(() => {}));
    expect(readEntity(client, 'comment', idOf(2))).toBeUndefined();
  });
});

it.each([
  ['<p>Hi</p>', '<p>Hi</p>'],
  [{ html: '<p>Hi</p>' }, '<p>Hi</p>'],
  [{ html: 7 }, ''],
  [{}, ''],
  [null, ''],
  [undefined, ''],
])('reads the draft %j as %j', (saved, html) => {
  expect(toDraftHtml(saved)).toBe(html);
});

it('has an outbox per post for a user, and none for a visitor', async () => {
  const client = createQueryClient(call);
  const { result, rerender } = renderHook(({ post, user }) => useCommentOutbox(post, user), {
    wrapper: pageProvider(client),
    initialProps: { post: idOf(96), user: null as string | null },
  });
  expect(result.current).toEqual([null, []]);
  rerender({ post: idOf(96), user: idOf(91) });
  await vi.waitFor(() => expect(result.current[0]?.read()).toEqual([]));
  const [outbox] = result.current;
  rerender({ post: idOf(97), user: idOf(91) });
  expect(result.current[0]).toBeNull();
  await vi.waitFor(() => expect(result.current[0]?.read()).toEqual([]));
  expect(result.current[0]).not.toBe(outbox);
});
