import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#contract/api.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { EndpointInput } from '#contract/schema/endpoint.ts';
import { newId } from '#server/platform/ids.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql } from '#testing/space-facts.ts';

type FeedQuery = Pick<EndpointInput<Api['list_posts']>, 'sort' | 'period' | 'category_id'>;

const server = sharedServer();
const dayInMinutes = 24 * 60;
let owner: TestPerson;
let space: Space;
beforeAll(async () => {
  owner = await newPerson(server);
});

async function everyPage(where: Space, query: FeedQuery): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await owner.call('list_posts', { space_id: where.id, ...query, cursor });
    titles.push(...page.posts.map(({ title }) => title));
    more = page.next_cursor !== null;
    cursor = page.next_cursor ?? undefined;
  }
  return titles;
}

/** Creates a post of the given age and number of likes. */
async function newLikedPost(where: Space, title: string, days: number, likes: number, categoryId?: string) {
  const id = await newPostBySql(server, where.id, owner.user.id, { title, minutesAgo: days * dayInMinutes });
  const fields = { like_count: likes, ...(categoryId ? { category_id: categoryId } : {}) };
  await server.db.updateTable('posts').set(fields).where('id', '=', id).execute();
  await server.db.updateTable('post_ranks').set(fields).where('post_id', '=', id).execute();
  return id;
}

describe('Feed order', () => {
  beforeAll(async () => {
    space = await newSpace(owner);
    await newLikedPost(space, 'old and loved', 300, 90);
    await newLikedPost(space, 'a month ago', 29.5, 40);
    await newLikedPost(space, 'just over a month ago', 30.1, 50);
    await newLikedPost(space, 'a week ago', 6.9, 7);
    await newLikedPost(space, 'just over a week ago', 7.1, 20);
    await newLikedPost(space, 'today', 0.1, 3);
    await newLikedPost(space, 'today, unloved', 0.05, 0);
    await newLikedPost(space, 'yesterday', 1, 9);
    await newNeighbors(server, owner, space);
  });

  it('ranks posts of the last 7 days, 30 days or all time by likes', async () => {
    const week = ['yesterday', 'a week ago', 'today', 'today, unloved'];
    expect(await everyPage(space, { sort: 'top' })).toEqual(week);
    expect(await everyPage(space, { sort: 'top', period: '7d' })).toEqual(week);
    expect(await everyPage(space, { sort: 'top', period: '30d' })).toEqual([
      'a month ago',
      'just over a week ago',
      ...week,
    ]);
    expect(await everyPage(space, { sort: 'top', period: 'all' })).toEqual([
      'old and loved',
      'just over a month ago',
      'a month ago',
      'just over a week ago',
      ...week,
    ]);
  });

  it('ignores likes when sorted by age or activity', async () => {
    const newest = (await everyPage(space, { sort: 'new' })).slice(0, 3);
    expect(newest).toEqual(['today, unloved', 'today', 'yesterday']);
    const [oldest] = (await owner.call('list_posts', { space_id: space.id, sort: 'new' })).posts.slice(-1);
    await owner.call('create_comment', {
      post_id: oldest?.id ?? '',
      client_id: crypto.randomUUID(),
      body: '<p>A comment.</p>',
    });
    expect((await everyPage(space, {}))[0]).toBe('old and loved');
    expect((await everyPage(space, { sort: 'new' }))[0]).toBe('today, unloved');
  });

  it('follows a like and its removal right away', async () => {
    const where = await newSpace(owner);
    await newLikedPost(where, 'one', 1, 0);
    const two = await newLikedPost(where, 'two', 2, 0);
    expect(await everyPage(where, { sort: 'top' })).toEqual(['two', 'one']);
    const one = (await owner.call('list_posts', { space_id: where.id, sort: 'new' })).posts[0]?.id ?? '';
    await owner.call('like_post', { post_id: one });
    for (const period of ['7d', '30d', 'all'] as const)
      expect(await everyPage(where, { sort: 'top', period })).toEqual(['one', 'two']);
    await owner.call('unlike_post', { post_id: one });
    await owner.call('like_post', { post_id: two });
    expect(await everyPage(where, { sort: 'top', period: 'all' })).toEqual(['two', 'one']);
  });

  it('shows pinned posts first by activity, in their place in other orders, once, and never deleted ones', async () => {
    const where = await newSpace(owner);
    await newLikedPost(where, 'loved', 1, 9);
    const pinned = await newLikedPost(where, 'pinned', 200, 1);
    const deleted = await newLikedPost(where, 'deleted', 1, 5);
    await newLikedPost(where, 'unloved', 2, 0);
    await owner.call('pin_post', { post_id: pinned });
    await owner.call('pin_post', { post_id: deleted });
    await owner.call('delete_post', { post_id: deleted });
    expect(await everyPage(where, { sort: 'default' })).toEqual(['pinned', 'loved', 'unloved']);
    expect(await everyPage(where, { sort: 'new' })).toEqual(['loved', 'unloved', 'pinned']);
    expect(await everyPage(where, { sort: 'top', period: 'all' })).toEqual(['loved', 'pinned', 'unloved']);
    expect(await everyPage(where, { sort: 'top', period: '30d' })).toEqual(['loved', 'unloved']);
    await owner.call('unpin_post', { post_id: pinned });
    expect(await everyPage(where, { sort: 'top', period: 'all' })).toEqual(['loved', 'pinned', 'unloved']);
    expect(await everyPage(where, { sort: 'top', period: '30d' })).toEqual(['loved', 'unloved']);
  });

  it('shows pinned posts of the category only', async () => {
    const where = await newSpace(owner);
    const [category] = where.categories;
    const categoryId = category?.id ?? (await newCategory(where));
    await owner.call('pin_post', { post_id: await newLikedPost(where, 'inside', 1, 2, categoryId) });
    await owner.call('pin_post', { post_id: await newLikedPost(where, 'outside', 1, 9) });
    for (const sort of ['default', 'new', 'top'] as const)
      expect(await everyPage(where, { sort, category_id: categoryId })).toEqual(['inside']);
  });

  it('can be filtered by category', async () => {
    const where = await newSpace(owner);
    const [category] = where.categories;
    const categoryId = category?.id ?? (await newCategory(where));
    await newLikedPost(where, 'inside', 1, 2, categoryId);
    await newLikedPost(where, 'inside, loved', 20, 5, categoryId);
    await newLikedPost(where, 'outside', 1, 9);
    expect(await everyPage(where, { sort: 'top', category_id: categoryId })).toEqual(['inside']);
    expect(await everyPage(where, { sort: 'top', period: '30d', category_id: categoryId })).toEqual([
      'inside, loved',
      'inside',
    ]);
    expect(await everyPage(where, { sort: 'top', period: 'all', category_id: categoryId })).toEqual([
      'inside, loved',
      'inside',
    ]);
    expect(await everyPage(where, { category_id: categoryId })).toEqual(['inside', 'inside, loved']);
  });
});

async function newCategory(where: Space): Promise<string> {
  const id = crypto.randomUUID();
  await server.db
    .insertInto('space_categories')
    .values({ id, space_id: where.id, name: 'Questions', icon: '?', created_by: owner.user.id })
    .execute();
  return id;
}

describe('Pages sorted by likes', () => {
  let where: Space;
  beforeAll(async () => {
    where = await newSpace(owner);
    // Many posts with the same number of likes, spread over several days.
    for (let n = 0; n < 70; n += 1) await newLikedPost(where, `post ${n}`, (n % 35) + 0.01, n % 4);
  });

  it('return every post once, most liked first', async () => {
    for (const [period, count] of [
      ['7d', 14],
      ['30d', 60],
      ['all', 70],
    ] as const) {
      const titles = await everyPage(where, { sort: 'top', period });
      expect(new Set(titles).size).toBe(count);
      expect(titles).toHaveLength(count);
      const likes = titles.map((title) => Number(title.slice(5)) % 4);
      expect(likes).toEqual(likes.toSorted((a, b) => b - a));
    }
  });

  it('contain pinned posts once, wherever they stand', async () => {
    const { posts } = await owner.call('list_posts', { space_id: where.id, sort: 'new' });
    const ids = [posts[3]?.id, posts[24]?.id, posts[20]?.id];
    for (const id of ids) await owner.call('pin_post', { post_id: id ?? '' });
    for (const query of [{ sort: 'new' }, { sort: 'top', period: 'all' }] as const) {
      const titles = await everyPage(where, query);
      expect(titles).toHaveLength(70);
      expect(new Set(titles).size).toBe(70);
      const key = (title: string) => Number(title.slice(5)) % 4;
      if (query.sort === 'top') expect(titles.map(key)).toEqual(titles.map(key).toSorted((a, b) => b - a));
    }
    const { posts: again } = await owner.call('list_posts', { space_id: where.id, sort: 'new' });
    expect(again.map(({ id }) => id)).toEqual(posts.map(({ id }) => id));
    for (const id of ids) await owner.call('unpin_post', { post_id: id ?? '' });
  });

  it('reject the cursor of another order or period', async () => {
    const { next_cursor } = await owner.call('list_posts', {
      space_id: where.id,
      sort: 'top',
      period: 'all',
    });
    const cursor = next_cursor ?? undefined;
    for (const query of [{ sort: 'top', period: '30d' }, { sort: 'new' }, {}] as const) {
      await expect(owner.call('list_posts', { space_id: where.id, ...query, cursor })).rejects.toMatchObject({
        code: 'invalid_cursor',
      });
    }
  });
});

it('The feed by likes follows every change of a post', async () => {
  const where = await newSpace(owner);
  const member = await newMember(server, where);
  const post = await newPost(owner, where);
  const other = { id: newId(), space_id: where.id, name: 'News', icon: '📰' };
  await server.db.insertInto('space_categories').values(other).execute();
  const expectRank = async (expected: { like_count: number; category_id: string | null } | undefined) => {
    const rows = await server.db
      .selectFrom('post_ranks')
      .select(['like_count', 'category_id'])
      .where('space_id', '=', where.id)
      .execute();
    expect(rows).toEqual(expected ? [expected] : []);
  };
  const { id: post_id, category_id } = post;
  expect(category_id).not.toBe(other.id);
  await expectRank({ like_count: 0, category_id });
  await owner.call('like_post', { post_id });
  await member.call('like_post', { post_id });
  await member.call('unlike_post', { post_id });
  await expectRank({ like_count: 1, category_id });
  const { title, body } = post;
  const edit = { post_id, title, body, upload_ids: [] };
  await owner.call('update_post', { ...edit, revision: 1, category_id: other.id });
  await expectRank({ like_count: 1, category_id: other.id });
  await owner.call('pin_post', { post_id });
  await member.call('like_post', { post_id });
  await expectRank(undefined);
  await owner.call('unpin_post', { post_id });
  await expectRank({ like_count: 2, category_id: other.id });
  await owner.call('delete_post', { post_id });
  await expectRank(undefined);
});

describe('list_category_posts', () => {
  it('returns the titles of six posts of the category by activity, however many there are', async () => {
    const where = await newSpace(owner);
    const { category_id, other } = await newNeighbors(server, owner, where);
    const call = async (id: string) =>
      (await owner.call('list_category_posts', { space_id: where.id, category_id: id })).posts;
    expect(await call(category_id)).toEqual([]);
    for (let days = 1; days <= 9; days += 1) await newLikedPost(where, `Post ${days}`, days, 0, category_id);
    const [own = { id: '' }] = where.categories;
    await newLikedPost(where, 'Another category', 0, 0, own.id);
    const deleted = await newLikedPost(where, 'Deleted', 0, 0, category_id);
    await owner.call('delete_post', { post_id: deleted });
    const posts = await call(category_id);
    expect(posts.map(({ title }) => title)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Post ${n}`));
    expect(Object.keys(posts[0] ?? {})).toEqual(['id', 'slug', 'title']);
    // A pinned post stays where its activity puts it.
    await owner.call('pin_post', { post_id: posts[2]?.id ?? '' });
    expect(await call(category_id)).toEqual(posts);
    await newComment(owner, posts[5]?.id ?? '');
    expect((await call(category_id)).map(({ title }) => title)[0]).toBe('Post 6');
    const elsewhere = { space_id: other.space.id, category_id };
    expect((await owner.call('list_category_posts', elsewhere)).posts).toEqual([]);
  });
});
