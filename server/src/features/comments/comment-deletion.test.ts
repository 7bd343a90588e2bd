import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newComment, newPost, type TestPerson } from '#testing/people.ts';
import { newCommunity } from '#testing/people-by-sql.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { commentTarget } from './comments.access.ts';

// Without jobs: one of them deletes the files of deleted comments.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let admin: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;
let postId: string;

beforeAll(async () => {
  ({ owner, admin, author, reader, space } = await newCommunity(server));
  postId = (await newPost(owner, space)).id;
});

const remove = (person: TestPerson, comment_id: string, reason = 'Be kind.') =>
  person.call('remove_comment', { comment_id, reason });
const seenBy = async (person: Pick<TestPerson, 'call'>, id: string) =>
  (await person.call('list_comments', { post_id: postId, around: id })).comments.find((one) => one.id === id);
const lastDeletion = async () => (await publishedEvents(server, `post:${postId}`, 'comment.deleted')).at(-1);
const pointsOf = async (person: TestPerson) => {
  const { points } = await server.db
    .selectFrom('member_points')
    .select('points')
    .where('space_id', '=', space.id)
    .where('user_id', '=', person.user.id)
    .executeTakeFirstOrThrow();
  return points;
};
const countOf = async (id: string) => {
  const query = server.db.selectFrom('posts').select('comment_count').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).comment_count;
};
async function newCommentWithImage() {
  const { id: upload_id } = await newUpload(author, { purpose: 'comment_image', space_id: space.id });
  const input = { post_id: postId, client_id: newId(), body: '<p>Look</p>', upload_id };
  const { comment } = await author.call('create_comment', input);
  const isDetached = async () => {
    const query = server.db.selectFrom('uploads').select('detached_at').where('id', '=', upload_id);
    return (await query.executeTakeFirstOrThrow()).detached_at !== null;
  };
  return { id: comment.id, isDetached };
}

describe('Deleting a comment', () => {
  it('is published once, as a deletion by its author', async () => {
    const { id: comment_id } = await newComment(author, postId);
    await author.call('delete_comment', { comment_id });
    const seen = await seenBy(reader, comment_id);
    expect(seen).toMatchObject({ is_removed: false, removal_reason: null, version: 2 });
    const { deleted_at } = seen ?? {};
    expect(await lastDeletion()).toEqual({
      comment_id,
      post_id: postId,
      deleted_at,
      is_removed: false,
      version: 2,
    });
    await expect(author.call('delete_comment', { comment_id })).rejects.toMatchObject({
      code: 'comment_not_found',
    });
    const all = await publishedEvents(server, `post:${postId}`, 'comment.deleted');
    expect(all.filter((event) => event.comment_id === comment_id)).toHaveLength(1);
  });

  it('is allowed to its author and moderators only', async () => {
    const [first, second] = [await newComment(author, postId), await newComment(author, postId)];
    await expect(reader.call('delete_comment', { comment_id: first.id })).rejects.toMatchObject({
      code: 'not_author_or_moderator',
    });
    expect((await seenBy(reader, first.id))?.deleted_at).toBeNull();
    await owner.call('delete_comment', { comment_id: first.id });
    await admin.call('delete_comment', { comment_id: second.id });
    for (const { id } of [first, second]) {
      expect(await seenBy(author, id)).toMatchObject({ is_removed: true, removal_reason: null, body: '' });
    }
  });

  it('lowers the count of the post, also of a deleted one, and of no other', async () => {
    const [post, other] = [await newPost(owner, space), await newPost(owner, space)];
    const comments = [await newComment(author, post.id), await newComment(author, post.id)];
    await newComment(author, other.id);
    await author.call('delete_comment', { comment_id: comments[0]?.id ?? '' });
    expect(await countOf(post.id)).toBe(1);
    const ofPost = async () =>
      (await publishedEvents(server, `space:${space.id}`, 'post.stats_changed')).filter(
        ({ post_id }) => post_id === post.id,
      );
    const events = await ofPost();
    expect(events.at(-1)).toMatchObject({ comment_count: 1 });
    await owner.call('delete_post', { post_id: post.id });
    await author.call('delete_comment', { comment_id: comments[1]?.id ?? '' });
    expect([await countOf(post.id), await countOf(other.id)]).toEqual([0, 1]);
    expect(await ofPost()).toHaveLength(events.length);
  });

  it('takes back its points and notifications, and releases its file', async () => {
    const post = await newPost(reader, space);
    const { comment } = await author.call('create_comment', {
      post_id: post.id,
      client_id: newId(),
      body: `<p><span data-mention="${owner.user.id}">@O</span></p>`,
    });
    await reader.call('like_comment', { comment_id: comment.id });
    expect(await pointsOf(author)).toBe(1);
    const aboutIt = async (person: TestPerson) =>
      (await person.call('get_notifications_with_actors', {})).notifications.filter(
        ({ target_id }) => target_id === comment.id,
      ).length;
    expect([await aboutIt(owner), await aboutIt(author)]).toEqual([1, 1]);
    await author.call('delete_comment', { comment_id: comment.id });
    expect(await pointsOf(author)).toBe(0);
    expect([await aboutIt(owner), await aboutIt(author)]).toEqual([0, 0]);
    const withImage = await newCommentWithImage();
    await author.call('delete_comment', { comment_id: withImage.id });
    expect(await withImage.isDetached()).toBe(true);
  });
});

describe('Removing a comment', () => {
  it('is published as a removal, and keeps its file', async () => {
    const { id, isDetached } = await newCommentWithImage();
    await remove(admin, id);
    expect(await lastDeletion()).toMatchObject({ comment_id: id, is_removed: true, version: 2 });
    expect(await isDetached()).toBe(false);
  });

  it('shows the reason to the author and moderators only', async () => {
    const { id } = await newComment(author, postId);
    await remove(admin, id, 'No insults.');
    for (const person of [author, owner, admin]) {
      expect(await seenBy(person, id)).toMatchObject({ is_removed: true, removal_reason: 'No insults.' });
    }
    for (const person of [reader, server.client()]) {
      expect(await seenBy(person, id)).toMatchObject({ is_removed: true, removal_reason: null });
    }
  });

  it('notifies the author and is logged, with the reason', async () => {
    const { id } = await newComment(author, postId);
    await remove(admin, id, 'Off topic.');
    const { notifications } = await author.call('get_notifications_with_actors', {});
    expect(notifications[0]).toMatchObject({
      type: 'content_removed',
      target_id: id,
      content_preview: 'Off topic.',
      actor: { id: admin.user.id },
    });
    const { actions } = await owner.call('list_audit_log', { space_id: space.id });
    expect(actions[0]).toMatchObject({
      action: 'comment_removed',
      actor: { id: admin.user.id },
      target: { id: author.user.id },
      details: { reason: 'Off topic.' },
    });
  });

  it('of their own comment is a deletion', async () => {
    const { id } = await newComment(admin, postId);
    await remove(admin, id);
    expect(await seenBy(admin, id)).toMatchObject({ is_removed: false, removal_reason: null });
    expect(await lastDeletion()).toMatchObject({ comment_id: id, is_removed: false });
  });

  it('is acknowledged by the author for this comment and space, for good', async () => {
    const { other } = await newNeighbors(server, owner, space);
    const comments = [await newComment(author, postId), await newComment(author, postId)];
    const [id = '', second = ''] = comments.map((comment) => comment.id);
    for (const one of [id, second]) await remove(admin, one);
    const pending = async () => {
      const { removals } = await author.call('list_my_removals', { space_id: space.id });
      return removals.map((removal) => removal.id).filter((one) => one === id || one === second);
    };
    const acknowledge = (person: TestPerson, space_id = space.id) =>
      person.call('acknowledge_removal', { space_id, target_id: id });
    for (const person of [reader, admin]) await acknowledge(person);
    await author.call('public_join_space', { space_id: other.space.id });
    await acknowledge(author, other.space.id);
    expect(await pending()).toEqual([second, id]);
    await acknowledge(author);
    expect(await pending()).toEqual([second]);
    const acknowledgedAt = async () => {
      const query = server.db
        .selectFrom('post_comments')
        .select('removal_acknowledged_at')
        .where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).removal_acknowledged_at;
    };
    const at = await acknowledgedAt();
    await acknowledge(author);
    expect(await acknowledgedAt()).toBe(at);
  });

  it('records nothing when its author acknowledges a comment that nobody removed', async () => {
    const { id } = await newComment(author, postId);
    await author.call('acknowledge_removal', { space_id: space.id, target_id: id });
    await remove(admin, id);
    const { removals } = await author.call('list_my_removals', { space_id: space.id });
    expect(removals[0]?.id).toBe(id);
  });
});

it('A reported comment opens a case about it, its author and its post', async () => {
  const { id } = await newComment(author, postId, '<p>Rude</p>');
  await reader.call('report_comment', { comment_id: id, reason: 'harassment' });
  const { cases } = await owner.call('list_cases', { space_id: space.id });
  expect(cases[0]).toMatchObject({
    kind: 'comment',
    target_id: id,
    body: '<p>Rude</p>',
    author: { id: author.user.id },
    post: { id: postId },
  });
  expect(commentTarget.reports?.label('Ann')).toBe('a comment by Ann');
});
