import { beforeAll, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { listen } from '#testing/live.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { newCommentBySql } from '#testing/space-facts.ts';

const server = sharedServer();
let owner: TestPerson;
let members: TestPerson[];
let space: Space;
beforeAll(async () => {
  owner = await newPerson(server, 'Olga');
  space = await newSpace(owner);
  members = [];
  for (const name of ['Ann', 'Ben', 'Cem', 'Dot', 'Eva']) members.push(await newMember(server, space, name));
});

const member = (index: number): TestPerson => members[index] ?? owner;
const first = (person: { full_name: string }) => person.full_name.split(' ')[0];

/** The commenters of a post as the feed, the post itself and its address show them; they must agree. */
async function shownIn(post: { id: string; slug: string; space_id: string }, viewer = owner) {
  const { posts } = await viewer.call('list_posts', { space_id: post.space_id });
  const { post: single } = await viewer.call('get_post', { post_id: post.id });
  const listed = posts.find(({ id }) => id === post.id);
  expect(listed).toMatchObject({ commenters: single.commenters, last_comment_at: single.last_comment_at });
  return { names: single.commenters.map(first), at: single.last_comment_at };
}

it('A post shows the last four commenters, each once, the latest first', async () => {
  const post = await newPost(owner, space);
  expect(post).toMatchObject({ commenters: [], last_comment_at: null });
  expect(await shownIn(post)).toEqual({ names: [], at: null });
  for (const index of [0, 1, 0, 2, 3]) await newComment(member(index), post.id);
  expect((await shownIn(post)).names).toEqual(['Dot', 'Cem', 'Ann', 'Ben']);
  const last = await newComment(member(4), post.id);
  expect(await shownIn(post)).toEqual({ names: ['Eva', 'Dot', 'Cem', 'Ann'], at: last.created_at });
  const { post: again } = await member(0).call('get_post', { post_id: post.id });
  const { id, full_name, avatar_url } = member(4).user;
  expect(again.commenters[0]).toEqual({ id, full_name, avatar_url });
});

it('A deleted or removed comment no longer counts, but earlier ones of its author do', async () => {
  const post = await newPost(owner, space);
  const before = await newComment(member(0), post.id);
  const [ben] = [await newComment(member(1), post.id), await newComment(member(2), post.id)];
  const after = await newComment(member(0), post.id, '<p>A reply</p>', ben.id);
  expect((await shownIn(post)).names).toEqual(['Ann', 'Cem', 'Ben']);
  await member(0).call('delete_comment', { comment_id: after.id });
  expect((await shownIn(post)).names).toEqual(['Cem', 'Ben', 'Ann']);
  await owner.call('remove_comment', { comment_id: ben.id, reason: 'Spam' });
  expect((await shownIn(post)).names).toEqual(['Cem', 'Ann']);
  await member(0).call('delete_comment', { comment_id: before.id });
  expect((await shownIn(post)).names).toEqual(['Cem']);
});

it('A comment deleted under a deleted post no longer counts either', async () => {
  const post = await newPost(owner, space);
  const earlier = await newComment(member(0), post.id);
  const last = await newComment(member(1), post.id);
  await owner.call('delete_post', { post_id: post.id });
  await member(1).call('delete_comment', { comment_id: last.id });
  const row = await server.db
    .selectFrom('posts')
    .select(['comment_count', 'commenter_ids', 'last_comment_at'])
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    comment_count: 1,
    commenter_ids: [member(0).user.id],
    last_comment_at: earlier.created_at,
  });
});

it('The fifth commenter returns when one of the last four has no comment left', async () => {
  const post = await newPost(owner, space);
  const comments = [];
  for (const index of [0, 1, 2, 3, 4]) comments.push(await newComment(member(index), post.id));
  await member(4).call('delete_comment', { comment_id: comments[4]?.id ?? '' });
  expect(await shownIn(post)).toEqual({ names: ['Dot', 'Cem', 'Ben', 'Ann'], at: comments[3]?.created_at });
  for (const index of [0, 1, 2, 3])
    await member(index).call('delete_comment', { comment_id: comments[index]?.id ?? '' });
  expect(await shownIn(post)).toEqual({ names: [], at: null });
});

it('Deleting searches only the last 200 comments, whoever wrote earlier', async () => {
  const post = await newPost(owner, space);
  await newComment(member(0), post.id);
  for (let n = 0; n < 200; n += 1) await newCommentBySql(server, post, member(2).user.id);
  const last = await newComment(member(1), post.id);
  expect((await shownIn(post)).names).toEqual(['Ben', 'Ann']);
  await member(1).call('delete_comment', { comment_id: last.id });
  expect((await shownIn(post)).names).toEqual(['Cem']);
});

it('Members receive the new commenters with the comment, its deletion and a like', async () => {
  const post = await newPost(owner, space);
  const listener = await listen(server.url, owner);
  await listener.subscribe(`space:${space.id}`);
  let seen = 0;
  const received = async () => {
    const { payload } = await listener.received('post.stats_changed', ({ seq, payload: { post_id } }) => {
      const isNew = seq > seen && post_id === post.id;
      if (isNew) seen = seq;
      return isNew;
    });
    return { names: payload.commenters.map(first), at: payload.last_comment_at };
  };
  const one = await newComment(member(0), post.id);
  expect(await received()).toEqual({ names: ['Ann'], at: one.created_at });
  const two = await newComment(member(1), post.id);
  expect(await received()).toEqual({ names: ['Ben', 'Ann'], at: two.created_at });
  await member(1).call('delete_comment', { comment_id: two.id });
  expect(await received()).toEqual({ names: ['Ann'], at: one.created_at });
  await member(2).call('like_post', { post_id: post.id });
  expect(await received()).toEqual({ names: ['Ann'], at: one.created_at });
});

it('Who leaves or is banned stays next to the comments that stay', async () => {
  const post = await newPost(owner, space);
  const [left, banned] = [await newMember(server, space, 'Lea'), await newMember(server, space, 'Bob')];
  await newComment(left, post.id);
  await newComment(banned, post.id);
  await left.call('leave_space', { space_id: space.id });
  await owner.call('ban_member', { space_id: space.id, user_id: banned.user.id });
  expect((await shownIn(post)).names).toEqual(['Bob', 'Lea']);
});
