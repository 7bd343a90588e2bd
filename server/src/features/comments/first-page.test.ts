import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import type { TestClient } from '#testing/client.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { waitUntilNumbered } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newCategory } from '#testing/samples/categories.ts';
import { setPoints } from '#testing/samples/course-access.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { newCommentBySql } from '#testing/space-facts.ts';

const server = sharedServer();
let owner: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;
let post: Post;
let first: Comment;
let second: Comment;
beforeEach(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  author = await newMember(server, space, 'Ann');
  reader = await newMember(server, space, 'Ben');
  post = await newPost(owner, space);
  first = await newComment(author, post.id);
  second = await newComment(author, post.id);
});
afterEach(() => setClockOffset(0));

const page = async (client: TestClient, input: object = {}) => {
  const { live_cursor: _, ...shown } = await client.call('list_comments', { post_id: post.id, ...input });
  return shown;
};
const shown = async (client: TestClient, { id }: Pick<Comment, 'id'>): Promise<Comment | undefined> =>
  (await page(client)).comments.find((one) => one.id === id);
/** The first page as it is without memory, which has no pages around a comment. */
const readPage = (client: TestClient) => page(client, { around: first.id });
const numbered = () => waitUntilNumbered(server, `post:${post.id}`);

/** Returns whether the request that `action` sends reads comments, instead of taking them from memory. */
async function readsComments(action: () => Promise<unknown>): Promise<boolean> {
  await numbered();
  return (await recordQueries(action)).some(({ text }) => text.includes('post_comments top'));
}

describe('The first page of comments', () => {
  it('is read once for all viewers, and again after a change', async () => {
    expect(await readsComments(() => page(author))).toBe(true);
    for (const client of [author, reader, owner, server.client()])
      expect(await readsComments(() => page(client))).toBe(false);
    await reader.call('like_comment', { comment_id: first.id });
    expect(await readsComments(() => page(owner))).toBe(true);
    expect(await readsComments(() => page(author))).toBe(false);
  });

  it('is read once when many viewers request it at the same time', async () => {
    await numbered();
    const queries = await recordQueries(() => Promise.all([author, reader, owner].map((one) => page(one))));
    expect(queries.filter(({ text }) => text.includes('post_comments top'))).toHaveLength(1);
  });

  it('is kept apart from those of other posts and orders, also without comments', async () => {
    const other = await newPost(owner, space);
    await numbered();
    const idsOf = async (input: object) => (await page(reader, input)).comments.map(({ id }) => id);
    for (const reads of [true, false])
      expect(
        await readsComments(async () => {
          expect(await idsOf({})).toEqual([first.id, second.id]);
          expect(await idsOf({ order: 'newest' })).toEqual([second.id, first.id]);
          expect(await idsOf({ post_id: other.id })).toEqual([]);
        }),
      ).toBe(reads);
  });

  it('is the only page in memory, and continues with the others', async () => {
    for (let n = 0; n < 20; n += 1) await newCommentBySql(server, post, author.user.id);
    const [before, after] = [await page(reader), await page(author)];
    expect(before).toEqual(after);
    const next = () => page(reader, { cursor: before.next_cursor });
    for (const action of [next, () => readPage(reader)]) {
      await action();
      expect(await readsComments(action)).toBe(true);
    }
    expect((await next()).comments).toHaveLength(2);
  });

  it('shows each change to everyone at once, and the same as without memory', async () => {
    const viewers = [author, reader, owner, server.client()];
    const avatar = await newUpload(author, { purpose: 'avatar' });
    const image = await newUpload(author, { purpose: 'comment_image', space_id: space.id });
    const elsewhere = await newComment(author, (await newPost(owner, space)).id);
    await setPoints(server, space, author, 3);
    const comment_id = first.id;
    const changes: Record<string, () => Promise<unknown>> = {
      comment: () => newComment(reader, post.id),
      reply: () => newComment(reader, post.id, '<p>Yes</p>', first.id),
      like: () => reader.call('like_comment', { comment_id }),
      'like taken back': () => reader.call('unlike_comment', { comment_id }),
      'level by a like of another post': async () => {
        await reader.call('like_comment', { comment_id: elsewhere.id });
        await owner.call('like_comment', { comment_id: elsewhere.id });
      },
      edit: () => author.call('update_comment', { comment_id, body: '<p>New</p>' }),
      image: () => author.call('update_comment', { comment_id, body: '<p>New</p>', upload_id: image.id }),
      avatar: () => author.call('update_avatar', { upload_id: avatar.id }),
      'new name': () =>
        server.db
          .updateTable('users')
          .set({ full_name: 'Ann Other' })
          .where('id', '=', author.user.id)
          .execute(),
      deletion: () => author.call('delete_comment', { comment_id: second.id }),
      removal: () => owner.call('remove_comment', { comment_id, reason: 'Spam' }),
      acknowledgment: () => author.call('acknowledge_removal', { space_id: space.id, target_id: comment_id }),
      departure: () => author.call('leave_space', { space_id: space.id }),
      'comments closed': () => owner.call('set_comments_closed', { post_id: post.id, closed: true }),
      'deleted post': () => owner.call('delete_post', { post_id: post.id }),
    };
    for (const [name, change] of Object.entries(changes)) {
      await numbered();
      for (const viewer of viewers) await page(viewer);
      await change();
      for (const viewer of viewers) expect(await page(viewer), name).toEqual(await readPage(viewer));
    }
  });

  it('is not used while the event of a change has no number', async () => {
    await numbered();
    await page(reader);
    await server.db.transaction().execute(async (tx) => {
      const body = '<p>Changed</p>';
      await tx.updateTable('post_comments').set({ body }).where('id', '=', first.id).execute();
      await sql`insert into live_events (channel, type, payload)
        values (${`post:${post.id}`}, 'space.points_changed', ${JSON.stringify({ space_id: space.id })})`.execute(
        tx,
      );
    });
    for (const client of [reader, server.client()])
      expect((await shown(client, first))?.body).toBe('<p>Changed</p>');
  });

  it('is used while only other posts of the space change', async () => {
    await numbered();
    await page(reader);
    await newComment(author, (await newPost(owner, space)).id);
    for (const client of [reader, server.client()])
      expect(await readsComments(() => page(client))).toBe(false);
  });

  it('is read again after a minute', async () => {
    await numbered();
    await page(reader);
    setClockOffset(59_000);
    expect(await readsComments(() => page(reader))).toBe(false);
    setClockOffset(61_000);
    expect(await readsComments(() => page(reader))).toBe(true);
  });
});

describe('Rights of a first page in memory', () => {
  it("nobody sees another reader's reactions", async () => {
    await reader.call('like_comment', { comment_id: first.id });
    await numbered();
    for (const time of [1, 2])
      for (const [client, has_liked] of [
        [reader, true],
        [author, false],
        [server.client(), false],
      ] as const)
        expect(await shown(client, first), `${time}`).toMatchObject({ has_liked, like_count: 1 });
    await owner.call('like_comment', { comment_id: second.id });
    expect(await shown(owner, second)).toMatchObject({ has_liked: true });
    expect(await shown(owner, first)).toMatchObject({ has_liked: false });
  });

  it('the reason of a removal is shown to the author and moderators only, whoever reads first', async () => {
    for (const readFirst of [author, reader, owner, server.client()]) {
      const comment = await newComment(author, post.id);
      await owner.call('remove_comment', { comment_id: comment.id, reason: 'Spam' });
      await numbered();
      await page(readFirst);
      for (const [client, removal_reason] of [
        [author, 'Spam'],
        [owner, 'Spam'],
        [reader, null],
        [server.client(), null],
      ] as const)
        expect(await shown(client, comment)).toMatchObject({ is_removed: true, body: '', removal_reason });
    }
  });

  it('an admin who is a member again no longer sees reasons', async () => {
    await owner.call('remove_comment', { comment_id: first.id, reason: 'Spam' });
    const setRole = (role: 'admin' | 'member') =>
      owner.call('set_member_role', { space_id: space.id, user_id: reader.user.id, role });
    for (const [role, removal_reason] of [
      ['admin', 'Spam'],
      ['member', null],
    ] as const) {
      await setRole(role);
      for (let time = 0; time < 2; time += 1)
        expect(await shown(reader, first)).toMatchObject({ removal_reason });
    }
  });

  it('a category with rules hides it at once, also when the post is moved there', async () => {
    const [open, closed] = [
      await newCategory(server, owner, space, 'Open'),
      await newCategory(server, owner, space, 'Closed'),
    ];
    const rules = [{ kind: 'level', level: 2 } as const];
    const close = (category_id: string) =>
      owner.call('set_category_access', { space_id: space.id, category_id, match: 'all', rules });
    await close(closed);
    const others = [reader, server.client()];
    const outcomes = () => Promise.all(others.map((client) => outcomeOf(page(client))));
    const moveTo = async (category_id: string) => {
      const { post: latest } = await owner.call('get_post', { post_id: post.id });
      const { title, body, revision } = latest;
      const edit = { post_id: post.id, title, body, revision, upload_ids: [], category_id };
      await owner.call('update_post', edit);
    };
    const hidden = ['post_not_found', 'post_not_found'];
    await moveTo(open);
    expect(await outcomes()).toEqual(['done', 'done']);
    await moveTo(closed);
    await page(owner);
    expect(await outcomes()).toEqual(hidden);
    await moveTo(open);
    expect(await outcomes()).toEqual(['done', 'done']);
    await close(open);
    await page(owner);
    expect(await outcomes()).toEqual(hidden);
    expect((await page(owner)).comments).toHaveLength(2);
  });

  it('a space that becomes private, a ban and a departure end access at once', async () => {
    const visitor = server.client();
    for (const client of [visitor, reader, author]) await page(client);
    await owner.call('update_space', { space_id: space.id, is_private: true });
    await expect(page(visitor)).rejects.toMatchObject({ code: 'post_not_found' });
    await owner.call('ban_member', { space_id: space.id, user_id: reader.user.id });
    await expect(page(reader)).rejects.toMatchObject({ code: 'post_not_found' });
    await author.call('leave_space', { space_id: space.id });
    await expect(page(author)).rejects.toMatchObject({ code: 'post_not_found' });
    expect((await page(owner)).comments).toHaveLength(2);
  });

  it('someone who is blocked sees and is seen as before', async () => {
    await page(reader);
    await author.call('block_user', { user_id: reader.user.id });
    for (const client of [reader, author]) expect(await page(client)).toEqual(await readPage(client));
    expect((await page(reader)).comments).toHaveLength(2);
  });
});
