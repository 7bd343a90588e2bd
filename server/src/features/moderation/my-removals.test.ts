import { beforeEach, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let owner: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;

beforeEach(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  [author, reader] = [await newMember(server, space, 'Ann'), await newMember(server, space, 'Rea')];
});

const removalsOf = async (person: TestPerson) =>
  (await person.call('list_my_removals', { space_id: space.id })).removals;
const notificationsOf = async (person: TestPerson) =>
  (await person.call('get_notifications_with_actors', {})).notifications.map(
    ({ type, target_type }) => `${type} ${target_type}`,
  );

async function removeBoth() {
  const post = await newPost(author, space, { title: 'Buy this' });
  const other = await newPost(owner, space, { title: 'A good one' });
  const comment = await newComment(author, other.id, '<p>Bad <strong>words</strong></p>');
  await owner.call('remove_post', { post_id: post.id, reason: 'No selling here.' });
  await owner.call('remove_comment', { comment_id: comment.id, reason: 'Be kind.' });
  return { post, other, comment };
}

it('lists the removed content with reasons to its author, even with all notifications off', async () => {
  const off = { admin_announcements: false, comments: false, mentions: false, event_reminders: false };
  await author.call('update_space_notification_preferences', {
    space_id: space.id,
    ...(await author.call('get_effective_notification_preferences', { space_id: space.id })).preferences,
    ...off,
  });
  const { post, other, comment } = await removeBoth();
  expect(await notificationsOf(author)).toEqual(['content_removed comment', 'content_removed post']);
  expect(await removalsOf(author)).toEqual([
    {
      kind: 'comment',
      id: comment.id,
      post: { id: other.id, slug: other.slug, title: 'A good one' },
      excerpt: 'Bad words',
      reason: 'Be kind.',
      removed_at: expect.any(String),
    },
    {
      kind: 'post',
      id: post.id,
      post: { id: post.id, slug: post.slug, title: 'Buy this' },
      excerpt: 'With some text.',
      reason: 'No selling here.',
      removed_at: expect.any(String),
    },
  ]);
});

it('lists nothing to others, and no content that its author deleted', async () => {
  const ownPost = await newPost(author, space);
  await author.call('delete_post', { post_id: ownPost.id });
  expect(await removalsOf(author)).toEqual([]);
  await removeBoth();
  for (const person of [reader, owner]) expect(await removalsOf(person)).toEqual([]);
  const stranger = await newPerson(server);
  await expect(removalsOf(stranger)).rejects.toMatchObject({ code: 'membership_required' });
});

it('lists nothing that was removed in other spaces', async () => {
  const { other } = await newNeighbors(server, owner, space);
  await author.call('public_join_space', { space_id: other.space.id });
  const post = await newPost(author, other.space);
  const comment = await newComment(author, other.post.id);
  await owner.call('remove_post', { post_id: post.id, reason: 'Elsewhere.' });
  await owner.call('remove_comment', { comment_id: comment.id, reason: 'Elsewhere.' });
  expect(await removalsOf(author)).toEqual([]);
  const { removals } = await author.call('list_my_removals', { space_id: other.space.id });
  expect(removals.map(({ id }) => id)).toEqual([comment.id, post.id]);
});

it('omits the title of a post that was deleted too', async () => {
  const { other } = await removeBoth();
  await owner.call('delete_post', { post_id: other.id });
  const [comment] = await removalsOf(author);
  expect(comment?.post.title).toBeNull();
  // The removal of the comment stays in the list although its post was deleted.
  expect(await notificationsOf(author)).toContain('content_removed comment');
});

it('is acknowledged only by its author, once and for good', async () => {
  const { post, comment } = await removeBoth();
  const dismissGuide = (person: TestPerson, target_id: string) =>
    person.call('acknowledge_removal', { space_id: space.id, target_id });
  for (const person of [reader, owner]) await dismissGuide(person, post.id);
  expect(await removalsOf(author)).toHaveLength(2);
  await dismissGuide(author, comment.id);
  await dismissGuide(author, post.id);
  expect(await removalsOf(author)).toEqual([]);
  const seenAt = async () =>
    await server.db.selectFrom('posts').select('removal_acknowledged_at').where('id', '=', post.id).execute();
  const before = await seenAt();
  await dismissGuide(author, post.id);
  expect(await seenAt()).toEqual(before);
});

it('keeps the reason visible in place of the removed comment', async () => {
  const { post, other } = await removeBoth();
  await author.call('acknowledge_removal', { space_id: space.id, target_id: post.id });
  const reasons = async (person: TestPerson) => {
    const { removal } = await person.call('get_post', { post_id: post.id });
    const { comments } = await person.call('list_comments', { post_id: other.id });
    return [removal?.reason, comments[0]?.removal_reason];
  };
  expect(await reasons(author)).toEqual(['No selling here.', 'Be kind.']);
  expect(await reasons(owner)).toEqual(['No selling here.', 'Be kind.']);
  expect(await reasons(reader)).toEqual([null, null]);
});

it('shows nothing of the post of a removed comment once the post is deleted', async () => {
  const { other, comment } = await removeBoth();
  await owner.call('delete_post', { post_id: other.id });
  const ofComment = (await removalsOf(author)).find(({ id }) => id === comment.id);
  expect(ofComment?.post).toEqual({ id: other.id, slug: other.id, title: null });
});
