import { beforeAll, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
let author: TestPerson;
let [ann, ben]: TestPerson[] = [];
let space: Space;
let postId: string;

beforeAll(async () => {
  author = await newPerson(server);
  space = await newSpace(author);
  [ann, ben] = [await newMember(server, space, 'Ann'), await newMember(server, space, 'Ben')];
  postId = (await newPost(author, space)).id;
});

const like = (comment_id: string, person = ann) => person?.call('like_comment', { comment_id });
const unlike = (comment_id: string, person = ann) => person?.call('unlike_comment', { comment_id });

/** No other kinds of reactions. */
const others = { reaction_counts: {}, my_reactions: [] };

it('Likes of a comment are counted once per person, and the response has the total', async () => {
  const { id } = await newComment(author, postId);
  const other = await newComment(author, postId);
  await like(other.id, ben);
  expect(await like(id)).toEqual({ like_count: 1, has_liked: true, version: 2, ...others });
  expect(await like(id)).toEqual({ like_count: 1, has_liked: true, version: 2, ...others });
  expect(await like(id, ben)).toEqual({ like_count: 2, has_liked: true, version: 3, ...others });
  expect(await unlike(id)).toEqual({ like_count: 1, has_liked: false, version: 4, ...others });
  expect(await unlike(id)).toEqual({ like_count: 1, has_liked: false, version: 4, ...others });
});

it('A like and its withdrawal are published with the total and who it was', async () => {
  const { id: comment_id } = await newComment(author, postId);
  await like(comment_id);
  await like(comment_id);
  await unlike(comment_id);
  const events = await publishedEvents(server, `post:${postId}`, 'comment.reactions_changed');
  const user_id = ann?.user.id;
  expect(events.filter((event) => event.comment_id === comment_id)).toEqual([
    {
      comment_id,
      like_count: 1,
      reaction_counts: {},
      version: 2,
      actor: { user_id, kind: 'like', is_given: true },
    },
    {
      comment_id,
      like_count: 0,
      reaction_counts: {},
      version: 3,
      actor: { user_id, kind: 'like', is_given: false },
    },
  ]);
});

it('Comments say who reads them whether they liked them', async () => {
  const { id } = await newComment(author, postId);
  await like(id);
  const hasLiked = async (person: Pick<TestPerson, 'call'> | undefined) =>
    (await person?.call('list_comments', { post_id: postId }))?.comments.find((one) => one.id === id)
      ?.has_liked;
  expect([await hasLiked(ann), await hasLiked(ben), await hasLiked(server.client())]).toEqual([
    true,
    false,
    false,
  ]);
});

it('A like notifies the author with the text, and its withdrawal takes the notification back', async () => {
  const { id } = await newComment(author, postId, '<p>Worth <b>reading</b></p>');
  const notification = async () =>
    (await author.call('get_notifications_with_actors', {})).notifications.find(
      (one) => one.target_id === id,
    );
  await like(id);
  expect(await notification()).toMatchObject({
    type: 'post_like',
    target_type: 'comment',
    content_preview: 'Worth reading',
    actor: { id: ann?.user.id },
  });
  await unlike(id);
  expect(await notification()).toBeUndefined();
});

it('A deleted comment, or one of a deleted post, can be neither liked nor unliked', async () => {
  const post = await newPost(author, space);
  const [first, second] = [await newComment(author, post.id), await newComment(author, post.id)];
  for (const { id } of [first, second]) await like(id);
  await author.call('delete_comment', { comment_id: first.id });
  await author.call('delete_post', { post_id: post.id });
  for (const call of [
    () => like(first.id),
    () => unlike(first.id),
    () => like(second.id, ben),
    () => unlike(second.id),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'comment_not_found' });
  }
});
