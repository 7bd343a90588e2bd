import { beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql } from '#testing/space-facts.ts';
import { addCategory } from '../spaces/index.ts';

const server = sharedServer();
let owner: TestPerson;
let author: TestPerson;
let space: Space;

beforeEach(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  author = await newMember(server, space);
});

const page = async (query: { sort?: 'default' | 'new'; cursor?: string } = {}) =>
  await author.call('list_posts', { space_id: space.id, ...query });
const titles = async (query: { sort?: 'default' | 'new' } = {}) =>
  (await page(query)).posts.map(({ title }) => title);

describe('Category of a post', () => {
  const write = (category_id?: string | null) =>
    author.call('create_post', {
      space_id: space.id,
      client_id: newId(),
      title: 'A title',
      body: '<p>x</p>',
      ...(category_id === undefined ? {} : { category_id }),
    });

  it('defaults to the only category and is required when there are several', async () => {
    const only = space.categories[0]?.id;
    expect((await write()).post.category_id).toBe(only);
    const viewer = { user_id: owner.user.id, role: owner.user.role, session_id: newId() };
    await addCategory(server.db, viewer, space.id, { name: 'Second', icon: '🌱' });
    for (const none of [undefined, null]) {
      await expect(write(none)).rejects.toMatchObject({ code: 'category_required' });
    }
    expect((await write(only)).post.category_id).toBe(only);
  });

  it('must belong to the space', async () => {
    const elsewhere = await newSpace(owner);
    for (const id of [elsewhere.categories[0]?.id ?? '', newId()]) {
      await expect(write(id)).rejects.toMatchObject({ code: 'unknown_category', status: 400 });
    }
  });
});

describe('A post sent again', () => {
  const input = () => ({
    client_id: newId(),
    title: 'Call 0176 555',
    body: '<p>x</p>',
    poll: { question: 'Now?', options: ['Yes', 'No'] },
  });

  it('to another space is another post', async () => {
    const [post, own] = [input(), await newSpace(author)];
    const { post: first } = await author.call('create_post', { ...post, space_id: space.id });
    const { post: second } = await author.call('create_post', { ...post, space_id: own.id });
    expect(second).toMatchObject({ space_id: own.id, title: post.title });
    expect(second.id).not.toBe(first.id);
  });

  it('shows no more than its page after it was removed', async () => {
    const post = { ...input(), space_id: space.id };
    const { post: first } = await author.call('create_post', post);
    await owner.call('remove_post', { post_id: first.id, reason: 'No numbers here.' });
    const { post: again } = await author.call('create_post', post);
    expect(again).toMatchObject({
      id: first.id,
      slug: first.id,
      title: 'Post deleted',
      body: '',
      poll: null,
    });
    expect(again).toEqual((await author.call('get_post', { post_id: first.id })).post);
  });
});

describe('Slug of a post', () => {
  it('comes from the title and gets -1, -2 to be unique within the space', async () => {
    const slugs: string[] = [];
    for (const title of ['Bread & butter!', 'Bread, butter', 'bread BUTTER']) {
      slugs.push((await newPost(author, space, { title })).slug);
    }
    expect(slugs).toEqual(['bread-butter', 'bread-butter-1', 'bread-butter-2']);
    const other = await newSpace(author);
    expect((await newPost(author, other, { title: 'Bread butter' })).slug).toBe('bread-butter');
  });

  it('does not say whether a limited category has a post with the same title', async () => {
    const limited = await newSpace(owner);
    const writer = await newMember(server, limited);
    const category = {
      space_id: limited.id,
      category_id: await newCategory(server, owner, limited, 'Inner circle'),
    };
    const category_id = await newCategory(server, owner, limited, 'General');
    const rules = [{ kind: 'level' as const, level: 5 }];
    await owner.call('set_category_access', { ...category, match: 'all', rules });
    await newPost(owner, limited, { category_id: category.category_id, title: 'Bread butter' });
    const slugs = [];
    for (const title of ['Bread butter', 'Bread butter', 'Nothing like it'])
      slugs.push((await newPost(writer, limited, { category_id, title })).slug);
    expect(slugs[0]).toMatch(/^bread-butter-[a-z0-9]{8}$/);
    expect(slugs[1]).toMatch(/^bread-butter-[a-z0-9]{8}$/);
    expect(slugs[2]).toMatch(/^nothing-like-it-[a-z0-9]{8}$/);
    expect(new Set(slugs).size).toBe(3);
  });
});

describe('Default feed order', () => {
  it('follows activity: a comment moves a post up, a like or an edit does not', async () => {
    const [first, second] = [
      await newPost(author, space, { title: 'First' }),
      await newPost(author, space, { title: 'Second' }),
    ];
    expect(await titles()).toEqual(['Second', 'First']);
    await owner.call('like_post', { post_id: first.id });
    await author.call('update_post', {
      post_id: first.id,
      revision: 1,
      title: 'First',
      body: '<p>Edited text.</p>',
      upload_ids: [],
    });
    expect(await titles()).toEqual(['Second', 'First']);
    await newComment(owner, first.id);
    expect(await titles()).toEqual(['First', 'Second']);
    expect(await titles({ sort: 'new' })).toEqual(['Second', 'First']);
    const { id } = await newComment(owner, second.id);
    await owner.call('delete_comment', { comment_id: id });
    expect(await titles()).toEqual(['Second', 'First']);
  });

  it('returns 25 posts a page plus the pinned ones, each once', async () => {
    for (let count = 0; count < 27; count += 1)
      await newPostBySql(server, space.id, author.user.id, { minutesAgo: count });
    const pinned = (await page()).posts[3]?.id ?? '';
    await owner.call('pin_post', { post_id: pinned });
    const first = await page();
    expect(first.posts[0]?.id).toBe(pinned);
    expect(first.posts).toHaveLength(26);
    const second = await page({ cursor: first.next_cursor ?? '' });
    expect([second.posts.length, second.next_cursor]).toEqual([1, null]);
    expect(new Set([...first.posts, ...second.posts].map(({ id }) => id)).size).toBe(27);
  });
});

describe('Replies to replies', () => {
  it('stay in the same thread and name the person replied to, with two levels at most', async () => {
    const post = await newPost(owner, space);
    const top = await newComment(author, post.id);
    const reply = await newComment(owner, post.id, '<p>Reply</p>', top.id);
    const again = await newComment(author, post.id, '<p>Again</p>', reply.id);
    expect([top.thread_id, top.parent_id, top.reply_to]).toEqual([top.id, null, null]);
    expect([reply.thread_id, reply.parent_id, reply.reply_to]).toEqual([top.id, top.id, null]);
    expect([again.thread_id, again.reply_to?.id]).toEqual([top.id, owner.user.id]);
    await owner.call('delete_comment', { comment_id: reply.id });
    await expect(newComment(author, post.id, '<p>Late</p>', reply.id)).rejects.toMatchObject({
      code: 'comment_not_found',
    });
  });
});
