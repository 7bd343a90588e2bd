import { InfiniteQueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Post } from '#contract/features/posts/posts.ts';
import type { LiveEvent } from '#contract/live.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { addItem } from '#web/lib/list/list-changes.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aPost, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { feedPages, loadFeed, reloadFeed, toFeedInput, toFeedPage, toFeedSearch } from './feed.api.ts';
import './feed.live.ts';
import { type FeedInput, feedChanges, isInFeed, noFeedChanges, recordPin } from './feed-changes.ts';

const categoryId = idOf(70);
/** The feeds that someone has opened. */
const feeds = {
  all: { space_id: spaceId, sort: 'default' },
  top: { space_id: spaceId, sort: 'top', period: '7d' },
  category: { space_id: spaceId, sort: 'default', category_id: categoryId },
  other: { space_id: idOf(9), sort: 'default' },
} satisfies Record<string, FeedInput>;

const postOf = (n: number, fields: Parameters<typeof aPost>[0] = {}): Post => {
  const { body: _body, ...post } = aPost({ id: idOf(n), ...fields });
  return post;
};
let client: ReturnType<typeof createQueryClient>;
const call = vi.fn();
const context = () => ({ client, viewerId: 'me' });
const receive = (type: LiveEvent['type'], payload: object, channel = `space:${spaceId}`) =>
  applyLiveEvent({ seq: 11, channel, type, payload } as LiveEvent, context());
const changesOf = (name: keyof typeof feeds) => feedChanges.read(client, feeds[name]);
const feedsWith = (has: (changes: ReturnType<typeof changesOf>) => boolean) =>
  (Object.keys(feeds) as (keyof typeof feeds)[]).filter((name) => has(changesOf(name)));
const load = (name: keyof typeof feeds, pages: Post[][], next_cursor: string | null = null) =>
  client.setQueryData(feedPages(feeds[name]).queryKey, {
    pages: pages.map((posts, index) =>
      toFeedPage(feeds[name], posts, index < pages.length - 1 ? 'more' : next_cursor, 1),
    ),
    pageParams: pages.map(() => null),
  });

beforeEach(() => {
  client = createQueryClient(call.mockReset());
  for (const name of Object.keys(feeds) as (keyof typeof feeds)[]) load(name, [[]]);
});

describe('events', () => {
  it.each([
    ['without a category', null, ['all']],
    ['of the category', categoryId, ['all', 'category']],
  ])('add a new post %s to the feeds it belongs to', (_name, category_id, names) => {
    receive('post.created', { post: postOf(2, { category_id }) });
    expect(feedsWith(({ added }) => added.some(({ entry }) => entry.id === idOf(2)))).toEqual(names);
  });

  it('drop a deleted post from what is held back, in its space', () => {
    seedEntities(client, { post: [postOf(2)] });
    receive('post.created', { post: postOf(2) });
    receive('post.deleted', { post_id: idOf(2), space_id: spaceId, deleted_at: timeOf(1), version: 2 });
    expect(feedsWith(({ added }) => added.length > 0)).toEqual([]);
  });

  it('of comments mark the post as active where the order depends on it', () => {
    const stats = {
      post_id: idOf(2),
      category_id: null,
      last_activity_at: timeOf(5),
      actor: null,
      version: 2,
    };
    receive('post.stats_changed', stats);
    expect(feedsWith(({ active }) => active.length > 0)).toEqual(['all']);
    expect(changesOf('all').active).toEqual([{ id: idOf(2), seq: 11, at: timeOf(5) }]);
  });

  it('of the channel of a post change no feed', () => {
    const stats = {
      post_id: idOf(2),
      category_id: null,
      last_activity_at: timeOf(5),
      actor: null,
      version: 2,
    };
    receive('post.stats_changed', stats, `post:${idOf(2)}`);
    expect(feedsWith(({ active }) => active.length > 0)).toEqual([]);
  });

  it('of likes mark nothing', () => {
    const actor = { user_id: idOf(3), kind: 'like', is_given: true };
    receive('post.stats_changed', {
      post_id: idOf(2),
      category_id: null,
      last_activity_at: timeOf(5),
      actor,
      version: 2,
    });
    expect(feedsWith(({ active }) => active.length > 0)).toEqual([]);
  });

  it('keep the latest fifty active posts, the newest first, each once', () => {
    for (let n = 1; n <= 52; n += 1) {
      receive('post.stats_changed', {
        post_id: idOf(n),
        category_id: null,
        last_activity_at: timeOf(n),
        actor: null,
        version: 2,
      });
    }
    receive('post.stats_changed', {
      post_id: idOf(51),
      category_id: null,
      last_activity_at: timeOf(99),
      actor: null,
      version: 3,
    });
    receive('post.stats_changed', {
      post_id: idOf(52),
      category_id: null,
      last_activity_at: timeOf(1),
      actor: null,
      version: 1,
    });
    const ids = changesOf('all').active.map(({ id }) => id);
    expect(ids).toHaveLength(50);
    expect(ids.slice(0, 3)).toEqual([idOf(51), idOf(52), idOf(50)]);
    expect(ids.at(-1)).toBe(idOf(3));
  });

  it('of a move to another category are known to all feeds of the space, and arranged once the post is there', () => {
    const move = {
      post_id: idOf(2),
      space_id: spaceId,
      category_id: categoryId,
      is_limited: false,
      version: 2,
    };
    receive('post.moved', move);
    const moved = { seq: 11, version: 2, category_id: categoryId, received: null };
    expect(changesOf('all').moves).toEqual({ [idOf(2)]: moved });
    expect(changesOf('category').moves).toEqual({ [idOf(2)]: moved });
    receive('post.changed', { post: postOf(3, { version: 2 }) });
    receive('post.changed', { post: postOf(2, { category_id: categoryId, version: 2 }) });
    // A change of the data, so that the feed is rendered again.
    expect(changesOf('top').moves).toEqual({ [idOf(2)]: { ...moved, received: 2 } });
  });

  it('of a pin move the post in the feeds of its space that begin with pins', () => {
    receive('post.changed', { post: postOf(2, { pinned_at: timeOf(3), version: 2 }) });
    expect(feedsWith(({ pins }) => pins[idOf(2)] === timeOf(3))).toEqual(['all']);
  });
});

describe('after a lost connection', () => {
  const respond = (
    pages: Record<string, { posts: Post[]; next_cursor: string | null; live_cursor: number }>,
  ) =>
    call.mockImplementation(
      respondWith({
        list_posts: ({ cursor = 'first', ...feed }) => {
          const page = feed.sort === 'default' && !feed.category_id ? pages[cursor] : undefined;
          return page ?? { posts: [], next_cursor: null, live_cursor: 20 };
        },
      }),
    );
  const requests = () =>
    call.mock.calls
      .map(([, input]) => input as { sort: string; category_id?: string; cursor?: string })
      .filter(({ sort, category_id }) => sort === 'default' && !category_id)
      .map(({ cursor }) => cursor);

  it('as many pages are requested as were loaded, and new posts are held back', async () => {
    load('all', [[postOf(2), postOf(1, { pinned_at: timeOf(1) })], [postOf(3)]], 'more');
    feedChanges.update(client, feeds.all, () => ({
      ...noFeedChanges,
      active: [{ id: idOf(9), seq: 1, at: timeOf(1) }],
    }));
    respond({
      first: { posts: [postOf(8), postOf(2)], next_cursor: 'second', live_cursor: 20 },
      second: {
        posts: [postOf(1), postOf(3, { pinned_at: timeOf(4) })],
        next_cursor: 'third',
        live_cursor: 21,
      },
      third: { posts: [postOf(4)], next_cursor: null, live_cursor: 22 },
    });
    refetchChannel(`space:${spaceId}`, context());
    await vi.waitFor(() => expect(changesOf('all').added.map(({ entry }) => entry.id)).toEqual([idOf(8)]));
    expect(requests()).toEqual([undefined, 'second']);
    expect(changesOf('all')).toMatchObject({
      pins: { [idOf(1)]: null, [idOf(2)]: null, [idOf(3)]: timeOf(4) },
      active: [],
    });
    expect(readEntity(client, 'post', idOf(8))).toBeDefined();
    expect(call.mock.calls.every(([, input]) => input.space_id === spaceId)).toBe(true);
  });

  it('pins that come while the second page is requested stay', async () => {
    load('all', [[postOf(2)], [postOf(1)]]);
    call.mockImplementation(async (_, { cursor }: { cursor?: string }) => {
      if (cursor === undefined)
        return { posts: [postOf(8), postOf(2)], next_cursor: 'second', live_cursor: 20 };
      receive('post.changed', { post: postOf(2, { pinned_at: timeOf(3), version: 2 }) });
      receive('post.changed', { post: postOf(1, { pinned_at: timeOf(4), version: 2 }) });
      return { posts: [], next_cursor: null, live_cursor: 20 };
    });
    refetchChannel(`space:${spaceId}`, context());
    await vi.waitFor(() => expect(changesOf('all').added.map(({ entry }) => entry.id)).toEqual([idOf(8)]));
    expect(changesOf('all')).toMatchObject({
      pins: { [idOf(2)]: timeOf(3), [idOf(1)]: timeOf(4) },
      removed: {},
    });
  });

  it('requests end with the last page', async () => {
    load('all', [[postOf(2)], [postOf(1)]]);
    respond({ first: { posts: [postOf(2)], next_cursor: null, live_cursor: 20 } });
    refetchChannel(`space:${spaceId}`, context());
    await vi.waitFor(() => expect(changesOf('all').pins).toEqual({ [idOf(1)]: null, [idOf(2)]: null }));
    expect(requests()).toEqual([undefined]);
  });

  it('a feed stays as it is if it cannot be requested', async () => {
    load('all', [[postOf(2)]]);
    call.mockRejectedValue(new ApiError('space_not_found', 404, ''));
    refetchChannel(`space:${spaceId}`, context());
    await vi.waitFor(() => expect(call).toHaveBeenCalled());
    expect(changesOf('all')).toBe(noFeedChanges);
  });
});

describe('the address of a feed', () => {
  it.each([
    [{}, {}],
    [{ sort: 'new', period: 'all' }, { sort: 'new' }],
    [{ sort: 'top', period: '7d' }, { sort: 'top' }],
    [
      { sort: 'top', period: '30d' },
      { sort: 'top', period: '30d' },
    ],
    [
      { sort: 'top', period: 'all' },
      { sort: 'top', period: 'all' },
    ],
    [{ sort: 'old', period: 'all' }, {}],
    [{ category: categoryId.toUpperCase() }, { category: categoryId }],
    [{ category: `${categoryId}0` }, {}],
    [{ category: `0${categoryId}` }, {}],
    [{ category: 7 }, {}],
  ])('%j is read as %j', (search, expected) => {
    expect(toFeedSearch(search)).toEqual(expected);
  });

  it.each([
    [{}, { sort: 'default' }],
    [{ sort: 'new' }, { sort: 'new' }],
    [{ sort: 'top' }, { sort: 'top', period: '7d' }],
    [
      { sort: 'top', period: 'all' },
      { sort: 'top', period: 'all' },
    ],
    [{ category: categoryId }, { sort: 'default', category_id: categoryId }],
  ] as const)('%j requests %j', (search, input) => {
    expect(toFeedInput(spaceId, search)).toEqual({ space_id: spaceId, ...input });
  });
});

describe('a page of a feed', () => {
  const posts = [postOf(2, { pinned_at: timeOf(8) }), postOf(1, { last_activity_at: timeOf(3) })];
  const page = {
    post_ids: [idOf(2), idOf(1)],
    pins: { [idOf(2)]: timeOf(8) },
    until: timeOf(3),
    next_cursor: 'next',
    live_cursor: 7,
  };
  const respond = () =>
    call.mockImplementation(
      respondWith({ list_posts: () => ({ posts, next_cursor: 'next', live_cursor: 7 }) }),
    );

  it('has the IDs, pins and the last activity of its posts', () => {
    expect(toFeedPage(feeds.all, posts, 'next', 7)).toEqual(page);
    expect(toFeedPage(feeds.top, posts, 'next', 7)).toEqual({ ...page, pins: {} });
    expect(toFeedPage(feeds.all, [], null, 7)).toMatchObject({ until: null, pins: {} });
  });

  it('is loaded once, and its posts are stored', async () => {
    client.clear();
    respond();
    for (let time = 0; time < 2; time += 1) await loadFeed(client, spaceId, {});
    await vi.waitFor(() => expect(client.getQueryData(feedPages(feeds.all).queryKey)?.pages).toEqual([page]));
    expect(call).toHaveBeenCalledOnce();
    expect(readEntity(client, 'post', idOf(1))).toBeDefined();
  });

  it('replaces all pages and changes when the feed is loaded again', async () => {
    respond();
    load('all', [[postOf(5)], [postOf(6)]]);
    feedChanges.update(client, feeds.all, (changes) => ({
      ...changes,
      ...addItem(changes, { id: idOf(7) }, 3),
    }));
    await reloadFeed(client, feeds.all);
    expect(client.getQueryData(feedPages(feeds.all).queryKey)).toEqual({ pages: [page], pageParams: [null] });
    expect(changesOf('all')).toEqual(noFeedChanges);
    expect(readEntity(client, 'post', idOf(2))).toBeDefined();
  });

  it('is only the new page, also if the next page of the old ones was still loading', async () => {
    load('all', [[postOf(5)]], 'more');
    const next = Promise.withResolvers<unknown>();
    call.mockReturnValueOnce(next.promise);
    const observer = new InfiniteQueryObserver(client, feedPages(feeds.all));
    const leave = observer.subscribe(() => {});
    const loading = observer.fetchNextPage().catch(() => {});
    call.mockResolvedValueOnce({ posts: [postOf(2)], next_cursor: null, live_cursor: 9 });
    await reloadFeed(client, feeds.all);
    next.resolve({ posts: [postOf(4)], next_cursor: null, live_cursor: 1 });
    await loading;
    leave();
    const { pages = [] } = client.getQueryData(feedPages(feeds.all).queryKey) ?? {};
    expect(pages.map(({ post_ids }) => post_ids)).toEqual([[idOf(2)]]);
  });

  it('stays if loading it again fails', async () => {
    load('all', [[postOf(5)]]);
    call.mockRejectedValue(new ApiError('unavailable', 503, ''));
    await expect(reloadFeed(client, feeds.all)).rejects.toMatchObject({ code: 'unavailable' });
    expect(client.getQueryData(feedPages(feeds.all).queryKey)?.pages[0]?.post_ids).toEqual([idOf(5)]);
  });
});

describe('what belongs in a feed', () => {
  it.each([
    ['a post of the space', 'all', {}, true],
    ['a post of another space', 'all', { space_id: idOf(9) }, false],
    ['a post of the category', 'category', { category_id: categoryId }, true],
    ['a post of another category', 'category', { category_id: idOf(71) }, false],
  ] as const)('%s', (_name, feed, fields, expected) => {
    expect(isInFeed(feeds[feed], { space_id: spaceId, category_id: null, ...fields })).toBe(expected);
  });

  it.each([
    ['a pin', {}, { pinned_at: timeOf(1) }, timeOf(1)],
    ['a pin of a deleted post', {}, { pinned_at: timeOf(1), deleted_at: timeOf(2) }, undefined],
    ['the end of a known pin of a deleted post', { [idOf(1)]: timeOf(1) }, { deleted_at: timeOf(2) }, null],
    ['a pin of another space', {}, { pinned_at: timeOf(1), space_id: idOf(9) }, undefined],
  ] as [string, Record<string, string>, Parameters<typeof aPost>[0], string | null | undefined][])(
    '%s is recorded or not',
    (_name, pins, fields, expected) => {
      expect(recordPin({ ...noFeedChanges, pins }, feeds.all, postOf(1, fields)).pins[idOf(1)]).toBe(
        expected,
      );
    },
  );

  it('a pin that is known changes nothing', () => {
    const changes = { ...noFeedChanges, pins: { [idOf(1)]: timeOf(1) } };
    expect(recordPin(changes, feeds.all, postOf(1, { pinned_at: timeOf(1) }))).toBe(changes);
    expect(recordPin(noFeedChanges, feeds.top, postOf(1, { pinned_at: timeOf(1) }))).toBe(noFeedChanges);
  });
});
