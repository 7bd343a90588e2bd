import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '#contract/api.ts';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { EndpointOutput } from '#contract/schema/endpoint.ts';
import { ReactionButtons } from '#web/features/reactions/index.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aPost, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { findHighlight } from './find-highlight.ts';
import { loadPost, postQuery } from './posts.api.ts';
import { applyToPost, onPostChange, writeChangedPost } from './posts.live.ts';

const [me, other] = [idOf(91), idOf(92)];
const existing = aPost({ version: 4, like_count: 2, has_liked: true, revision: 3 });
const { body: _body, ...withoutBody } = existing;

let client: ReturnType<typeof createQueryClient>;
const call = vi.fn();
const context = () => ({ client, viewerId: me });
const receive = (type: LiveEvent['type'], payload: object) =>
  applyLiveEvent({ seq: 11, channel: `space:${spaceId}`, type, payload } as LiveEvent, context());
const stored = (n = 1) => readEntity(client, 'post', idOf(n));
/** The server has a newer version of the post. */
const newer = aPost({ version: 9, revision: 9, body: '<p>Newer</p>' });
const detail = (post: PostDetail) => ({ post, removal: null, live_cursor: 7 });

beforeEach(() => {
  call.mockReset().mockImplementation(respondWith({ get_post: () => detail(newer) }));
  client = createQueryClient(call);
  seedEntities(client, { post: [existing] });
});

describe('a new post', () => {
  it('is stored; one that is loaded keeps the like of the viewer', () => {
    receive('post.created', { post: { ...withoutBody, id: idOf(2) } });
    receive('post.created', { post: { ...withoutBody, version: 5, has_liked: false } });
    expect(stored(2)).toMatchObject({ title: 'A post' });
    expect(stored()).toMatchObject({ version: 5, has_liked: true, body: '<p>Text</p>' });
  });
});

describe('a changed post', () => {
  const change = (fields: object) =>
    receive('post.changed', { post: { ...withoutBody, version: 5, ...fields } });

  it('is stored and refetched if its text has changed, because events have none', async () => {
    change({ revision: 4, title: 'New' });
    expect(stored()).toMatchObject({ title: 'New', has_liked: true });
    await vi.waitFor(() => expect(stored()).toMatchObject({ body: '<p>Newer</p>' }));
    expect(call).toHaveBeenCalledExactlyOnceWith('get_post', { post_id: idOf(1) });
  });

  it('is not refetched if its text is the same', () => {
    change({ revision: 3, title: 'New' });
    expect(call).not.toHaveBeenCalled();
  });

  it('is not refetched if nobody has opened it', () => {
    seedEntities(client, { post: [{ ...withoutBody, id: idOf(2) }] });
    change({ id: idOf(2), revision: 4 });
    change({ id: idOf(3), revision: 4 });
    expect(call).not.toHaveBeenCalled();
    expect(stored(3)).toMatchObject({ revision: 4 });
  });

  it('stays as it is if it cannot be refetched', async () => {
    call.mockRejectedValue(new ApiError('unavailable', 503, ''));
    change({ revision: 4, title: 'New' });
    await vi.waitFor(() => expect(call).toHaveBeenCalled());
    expect(stored()).toMatchObject({ title: 'New', body: '<p>Text</p>' });
  });

  it('is reported to other features in its newest version, from responses and events', () => {
    const listener = vi.fn();
    onPostChange(listener);
    change({ revision: 3, title: 'New' });
    expect(listener).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'New' }), client);
    writeChangedPost(client, { ...withoutBody, version: 3, title: 'Old' }, { fromEvent: false });
    expect(listener).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'New' }), client);
    writeChangedPost(client, { ...withoutBody, version: 6, has_liked: false }, { fromEvent: false });
    expect(stored()).toMatchObject({ version: 6, has_liked: false });
  });
});

describe('a deletion', () => {
  const deleted = { post_id: idOf(1), space_id: spaceId, deleted_at: timeOf(9), version: 5 };

  it('marks the post, and refetches its page, which may say why', () => {
    const pages = [idOf(1), idOf(2)].map((post_id, index) => {
      const { queryKey } = postQuery('bread', `post-${index}`);
      client.setQueryData(queryKey, { post_id, removal: null, live_cursor: 1 });
      return queryKey;
    });
    client.setQueryData(['other', { post_id: idOf(1) }], { post_id: idOf(1) });
    receive('post.deleted', deleted);
    expect(stored()).toMatchObject({ deleted_at: timeOf(9), version: 5, like_count: 2 });
    expect(pages.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
    expect(client.getQueryState(['other', { post_id: idOf(1) }])?.isInvalidated).toBe(false);
  });

  it('that is not newer changes nothing', () => {
    receive('post.deleted', { ...deleted, version: 4 });
    expect(stored()).toEqual(existing);
  });
});

describe('the numbers of a post', () => {
  const commenter = { id: other, full_name: 'Ines', avatar_url: null };
  const stats = (fields: object = {}) => ({
    post_id: idOf(1),
    space_id: spaceId,
    like_count: 7,
    reaction_counts: {},
    comment_count: 3,
    commenters: [commenter],
    last_comment_at: timeOf(4),
    last_activity_at: timeOf(5),
    version: 5,
    actor: null,
    ...fields,
  });
  const numbers = {
    like_count: 7,
    reaction_counts: {},
    comment_count: 3,
    commenters: [commenter],
    last_comment_at: timeOf(4),
    last_activity_at: timeOf(5),
    version: 5,
  };

  it.each([
    ['a comment', null, true],
    ['a like of someone else', { user_id: other, kind: 'like', is_given: false }, true],
    ['the viewer, on another device', { user_id: me, kind: 'like', is_given: false }, false],
  ])('are changed by %s', (_name, actor, has_liked) => {
    receive('post.stats_changed', stats({ actor }));
    expect(stored()).toEqual({ ...existing, ...numbers, has_liked });
  });

  it('that are not newer change nothing', () => {
    receive('post.stats_changed', stats({ version: 4 }));
    expect(stored()).toEqual(existing);
  });

  it('do not change the like that is being sent', async () => {
    const response = Promise.withResolvers<object>();
    call.mockReturnValue(response.promise);
    renderPage(client, createElement(ReactionButtons, { target: 'post', id: idOf(1), canReact: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Like, 2 likes' }));
    receive(
      'post.stats_changed',
      stats({ like_count: 7, actor: { user_id: me, kind: 'like', is_given: true } }),
    );
    expect(stored()).toMatchObject({ like_count: 7, has_liked: false });
    response.resolve({
      like_count: 6,
      reaction_counts: {},
      has_liked: false,
      my_reactions: [],
      version: 6,
    });
    await waitFor(() => expect(stored()).toMatchObject({ like_count: 6, version: 6 }));
    cleanup();
  });

  it('have no like of a visitor', () => {
    const event = { type: 'post.stats_changed', payload: stats() } as never;
    expect(applyToPost(existing, event, null).has_liked).toBe(true);
  });
});

it('a lost connection refetches the post, if it is loaded', async () => {
  refetchChannel(`post:${idOf(2)}`, context());
  refetchChannel(`post:${idOf(1)}`, context());
  await vi.waitFor(() => expect(stored()).toMatchObject({ version: 9 }));
  expect(call).toHaveBeenCalledExactlyOnceWith('get_post', { post_id: idOf(1) });
});

describe('opening a post', () => {
  it('loads it once, and its comments as the address wants them', async () => {
    call.mockImplementation(
      respondWith({
        get_post_by_slug: () => detail(aPost({ id: idOf(5), slug: 'rolls' })),
        list_comments: () => ({
          comments: [],
          threads_with_more_after: [],
          threads_with_more_before: [],
          next_cursor: null,
          previous_cursor: null,
          live_cursor: 1,
        }),
      }),
    );
    const search = { comments: 'newest' as const };
    expect(await loadPost(client, 'bread', 'rolls', search)).toEqual({ post_id: idOf(5) });
    await loadPost(client, 'bread', 'rolls', search);
    await vi.waitFor(() =>
      expect(call.mock.calls.map(([name, input]) => [name, input])).toEqual([
        ['get_post_by_slug', { subdomain: 'bread', slug: 'rolls' }],
        ['list_comments', { post_id: idOf(5), order: 'newest' }],
      ]),
    );
    expect(stored(5)).toMatchObject({ slug: 'rolls' });
    expect(client.getQueryData(postQuery('bread', 'rolls').queryKey)).toEqual({
      post_id: idOf(5),
      removal: null,
      live_cursor: 7,
    });
  });

  it('fails if there is none', async () => {
    call.mockRejectedValue(new ApiError('post_not_found', 404, ''));
    await expect(loadPost(client, 'bread', 'gone')).rejects.toMatchObject({ code: 'post_not_found' });
  });
});

type CommentedOn = EndpointOutput<Api['find_comment']>;

describe('the target of a feed address', () => {
  const [postId, commentId] = [idOf(5), idOf(6)];
  const onPost = { post: { id: idOf(7), slug: 'rye & wheat' }, page: null };
  const find = (search: string, { comment = true, post = true, on = onPost as CommentedOn } = {}) => {
    call.mockImplementation(
      respondWith({
        find_comment: () => (comment ? on : { post: null, page: null }),
        get_post_by_slug: () => {
          if (!post) throw new ApiError('post_not_found', 404, '');
          return detail(aPost({ id: postId, slug: 'rolls' }));
        },
      }),
    );
    return findHighlight(client, { space_id: spaceId, subdomain: 'bread' }, new URLSearchParams(search));
  };

  it.each([
    [`highlight=${postId}`, `/post/rolls?highlight=${postId}`],
    [`highlight_comment=${commentId}`, `/post/rye%20%26%20wheat?highlight_comment=${commentId}`],
    [
      `highlight_comment=${commentId}&highlight=${postId}`,
      `/post/rye%20%26%20wheat?highlight_comment=${commentId}`,
    ],
    ['highlight=rolls', null],
    ['highlight_comment=x', null],
    ['', null],
  ])('of %j is %j', async (search, path) => {
    expect(await find(search)).toBe(path);
  });

  it('is the page of a course that the comment is below', async () => {
    const on = { post: null, page: { id: idOf(8), course_id: idOf(9) } };
    expect(await find(`highlight_comment=${commentId}`, { on })).toBe(
      `/space/classroom/${idOf(9)}?md=${idOf(8)}&highlight_comment=${commentId}`,
    );
  });

  it('is the post if the comment is gone, and nothing if both are', async () => {
    const search = `highlight_comment=${commentId}&highlight=${postId}`;
    expect(await find(search, { comment: false })).toBe(`/post/rolls?highlight_comment=${commentId}`);
    client.clear();
    expect(await find(search, { comment: false, post: false })).toBeNull();
  });

  it('sends nothing for what cannot be an ID', async () => {
    await find(`highlight_comment=x${commentId}&highlight=${postId}x`);
    expect(call).not.toHaveBeenCalled();
  });
});
