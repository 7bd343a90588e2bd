import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newComment, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newCommunity, newPersonBySql } from '#testing/people-by-sql.ts';
import { countRows } from '#testing/responses.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

// Jobs are off because they write rows of their own, and this file counts rows.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let admin: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;

beforeAll(async () => {
  ({ owner, admin, author, reader, space } = await newCommunity(server));
});

const commentsOf = async (person: TestPerson, post_id: string) =>
  (await person.call('list_comments', { post_id })).comments;

it('A comment sent again to another post is another comment', async () => {
  const [here, there] = [await newPost(owner, space), await newPost(reader, await newSpace(reader))];
  const comment = { client_id: newId(), body: '<p>Once</p>' };
  const { comment: first } = await reader.call('create_comment', { ...comment, post_id: here.id });
  await owner.call('like_comment', { comment_id: first.id });
  const { comment: second } = await reader.call('create_comment', { ...comment, post_id: there.id });
  expect(second).toMatchObject({ post_id: there.id, space_id: there.space_id, like_count: 0 });
  expect(second.id).not.toBe(first.id);
  const { comment: again } = await reader.call('create_comment', { ...comment, post_id: here.id });
  expect(again).toMatchObject({ id: first.id, like_count: 1 });
});

describe('Editing a comment', () => {
  it('marks it edited, publishes the change and keeps the earlier version for the author and moderators', async () => {
    const post = await newPost(owner, space);
    const { id } = await newComment(author, post.id, '<p>First</p>');
    const listener = await listen(server.url, reader);
    await listener.subscribe(`post:${post.id}`);
    const { comment } = await author.call('update_comment', { comment_id: id, body: '<p>Second</p>' });
    expect(comment).toMatchObject({ body: '<p>Second</p>', edited_at: expect.any(String), version: 2 });
    expect((await listener.received('comment.edited')).payload.comment).toEqual(comment);
    await author.call('update_comment', { comment_id: id, body: '<p>Third</p>' });
    for (const person of [author, admin, owner]) {
      const { versions } = await person.call('list_comment_versions', { comment_id: id });
      expect(versions.map(({ body }) => body)).toEqual(['<p>Second</p>', '<p>First</p>']);
      expect(versions[1]?.written_at).toBe(comment.created_at);
    }
    await expect(reader.call('list_comment_versions', { comment_id: id })).rejects.toMatchObject({
      code: 'not_author_or_moderator',
    });
    listener.close();
  });

  it('changes nothing when the text is the same', async () => {
    const post = await newPost(owner, space);
    const before = await newComment(author, post.id, '<p>Same</p>');
    const rows = await countRows(server);
    const { comment } = await author.call('update_comment', { comment_id: before.id, body: '<p>Same</p>' });
    expect(comment).toEqual(before);
    expect(await countRows(server)).toEqual(rows);
  });

  it.each(['x', '😀', '&amp;'])(
    'allows at most 5,000 characters of %s on create and on edit',
    async (character) => {
      const post = await newPost(owner, space);
      const atLimit = `<p>${character.repeat(5000)}</p>`;
      const { id: comment_id } = await newComment(author, post.id, atLimit);
      await author.call('update_comment', { comment_id, body: '<p>Short</p>' });
      expect((await author.call('update_comment', { comment_id, body: atLimit })).comment.body).toBe(atLimit);
      const overLimit = `<p>${character.repeat(5001)}</p>`;
      await expect(newComment(author, post.id, overLimit)).rejects.toMatchObject({
        code: 'comment_too_long',
      });
      await expect(author.call('update_comment', { comment_id, body: overLimit })).rejects.toMatchObject({
        code: 'comment_too_long',
      });
    },
  );

  it('is restricted to the author and impossible once the comment is deleted', async () => {
    const post = await newPost(owner, space);
    const { id } = await newComment(author, post.id);
    const edit = (person: TestPerson, body = '<p>Mine now</p>') =>
      person.call('update_comment', { comment_id: id, body });
    for (const person of [reader, admin, owner]) {
      await expect(edit(person)).rejects.toMatchObject({ code: 'not_author' });
    }
    await expect(edit(author, '<p> </p>')).rejects.toMatchObject({ code: 'comment_empty' });
    await expect(edit(author, 'x'.repeat(5001))).rejects.toMatchObject({ code: 'comment_too_long' });
    await author.call('delete_comment', { comment_id: id });
    const rows = await countRows(server);
    await expect(edit(author)).rejects.toMatchObject({
      code: 'comment_not_found',
      message: expect.stringContaining('This comment no longer exists.'),
    });
    expect(await countRows(server)).toEqual(rows);
  });
});

describe('Mentions in a comment', () => {
  it('link members, notify each of them once and leave everyone else as text', async () => {
    const post = await newPost(owner, space);
    const stranger = await newPerson(server, 'Otto');
    const mention = (id: string) => `<span data-mention="${id}">@Someone</span>`;
    const body = `<p>Ask ${mention(reader.user.id)} or ${mention(stranger.user.id)}</p>`;
    const comment = await newComment(author, post.id, body);
    expect(comment.body).toContain(`data-mention="${reader.user.id}"`);
    expect(comment.body).not.toContain(stranger.user.id);
    await author.call('update_comment', { comment_id: comment.id, body: `${comment.body}<p>Thanks</p>` });
    const { notifications } = await reader.call('get_notifications_with_actors', {});
    const mentions = notifications.filter(({ type }) => type === 'mention');
    expect(mentions).toMatchObject([{ target_type: 'comment', target_id: comment.id }]);
  });
});

describe('Deleting', () => {
  it('leaves the position and the replies of a comment, without its text and image', async () => {
    const post = await newPost(owner, space);
    const upload = await newUpload(author, { purpose: 'comment_image', space_id: space.id });
    const { comment } = await author.call('create_comment', {
      post_id: post.id,
      client_id: newId(),
      body: '<p>Look</p>',
      upload_id: upload.id,
    });
    expect(comment.attachment?.id).toBe(upload.id);
    const reply = await newComment(reader, post.id, '<p>Nice</p>', comment.id);
    expect((await reader.fetch(upload.url)).status).toBe(200);
    await author.call('delete_comment', { comment_id: comment.id });
    const [top, below] = await commentsOf(reader, post.id);
    expect(top).toMatchObject({ id: comment.id, body: '', attachment: null, is_removed: false });
    expect(top?.deleted_at).not.toBeNull();
    expect(below?.body).toBe(reply.body);
    expect((await reader.fetch(upload.url)).status).toBe(404);
    expect((await server.client().fetch(upload.url)).status).toBe(404);
    expect((await author.fetch(upload.url)).status).toBe(200);
    expect((await owner.fetch(upload.url)).headers.get('cache-control')).toBe('private, no-store');
  });

  it('leaves the comments of a post under "Post deleted" and nothing of its content', async () => {
    const upload = await newUpload(author, { purpose: 'post_image', space_id: space.id });
    const { post } = await author.call('create_post', {
      space_id: space.id,
      client_id: newId(),
      title: 'To be deleted',
      body: '<p>Secret text</p>',
      upload_ids: [upload.id],
    });
    const comment = await newComment(reader, post.id, '<p>Stays</p>');
    await author.call('delete_post', { post_id: post.id });
    for (const { post: seen, removal } of [
      await reader.call('get_post', { post_id: post.id }),
      await reader.call('get_post_by_slug', { subdomain: space.subdomain, slug: post.slug }),
      await reader.call('get_post_by_slug', { subdomain: space.subdomain, slug: post.id }),
    ]) {
      expect(seen).toMatchObject({ title: 'Post deleted', body: '', excerpt: '', attachments: [] });
      expect(JSON.stringify(seen)).not.toMatch(/to-be-deleted|to be deleted/i);
      expect(seen.slug).toBe(post.id);
      expect(removal).toEqual({ is_removed: false, reason: null });
    }
    expect(await commentsOf(reader, post.id)).toEqual([comment]);
    expect(await reader.call('find_comment', { space_id: space.id, target_id: comment.id })).toEqual({
      post: { id: post.id, slug: post.id },
      page: null,
    });
    expect((await reader.fetch(upload.url)).status).toBe(404);
    expect((await author.fetch(upload.url)).status).toBe(200);
    // Nothing can be added anymore, but members can still delete their comments.
    await expect(newComment(reader, post.id)).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(owner.call('like_post', { post_id: post.id })).rejects.toMatchObject({
      code: 'post_not_found',
    });
    await expect(owner.call('like_comment', { comment_id: comment.id })).rejects.toMatchObject({
      code: 'comment_not_found',
    });
    await expect(owner.call('set_comments_closed', { post_id: post.id, closed: true })).rejects.toMatchObject(
      { code: 'post_not_found' },
    );
    await reader.call('delete_comment', { comment_id: comment.id });
    expect((await commentsOf(owner, post.id))[0]?.deleted_at).not.toBeNull();
  });
});

describe('Comment image', () => {
  it('must be an unused upload of the author for this space', async () => {
    const post = await newPost(owner, space);
    const mine = await newUpload(author, { purpose: 'comment_image', space_id: space.id });
    const forPost = await newUpload(author, { purpose: 'post_image', space_id: space.id });
    const ofOther = await newUpload(reader, { purpose: 'comment_image', space_id: space.id });
    const send = (upload_id: string) =>
      author.call('create_comment', { post_id: post.id, client_id: newId(), body: '<p>x</p>', upload_id });
    await send(mine.id);
    for (const id of [mine.id, forPost.id, ofOther.id, newId()]) {
      await expect(send(id)).rejects.toMatchObject({ code: 'upload_not_found' });
    }
    const { comment } = await send(
      (await newUpload(author, { purpose: 'comment_image', space_id: space.id })).id,
    );
    const other = await newUpload(author, { purpose: 'comment_image', space_id: space.id });
    const first = comment.attachment;
    await author.call('update_comment', { comment_id: comment.id, body: '<p>x</p>', upload_id: other.id });
    const { versions } = await author.call('list_comment_versions', { comment_id: comment.id });
    expect(versions[0]?.attachment?.id).toBe(first?.id);
    // Attachments of earlier versions are visible to the author and moderators only.
    expect((await reader.fetch(first?.url ?? '')).status).toBe(404);
    expect((await owner.fetch(first?.url ?? '')).status).toBe(200);
    await author.call('update_comment', { comment_id: comment.id, body: '<p>x</p>', upload_id: null });
    expect((await commentsOf(reader, post.id)).at(-1)?.attachment).toBeNull();
  });
});

describe('Closed comments', () => {
  it('are turned off and on by the owner and admins, for everyone at the same time', async () => {
    const post = await newPost(author, space);
    const close = (person: TestPerson, closed: boolean) =>
      person.call('set_comments_closed', { post_id: post.id, closed });
    for (const person of [author, reader]) {
      await expect(close(person, true)).rejects.toMatchObject({ code: 'not_allowed' });
    }
    const listener = await listen(server.url, reader);
    await listener.subscribe(`space:${space.id}`);
    await close(admin, true);
    expect((await listener.received('post.changed')).payload.post).toMatchObject({
      id: post.id,
      comments_closed: true,
    });
    await expect(newComment(owner, post.id)).rejects.toMatchObject({ code: 'comments_closed' });
    const rows = await countRows(server);
    await close(owner, true);
    expect(await countRows(server)).toEqual(rows);
    await close(owner, false);
    await newComment(reader, post.id);
    listener.close();
  });
});

describe('Limit of sixty comments an hour', () => {
  it('applies to members but not to the owner and admins, and the error says how long to wait', async () => {
    const post = await newPost(owner, space);
    const writer = await newPersonBySql(server);
    await setRole(server, space.id, writer.user.id, 'member');
    const at = new Date(Date.now() - 50 * 60_000).toISOString();
    const admin = await newPersonBySql(server);
    await setRole(server, space.id, admin.user.id, 'admin');
    for (const person of [writer, owner, admin]) {
      const rows = Array.from({ length: 60 }, () => {
        const id = newId();
        const { id: post_id } = post;
        const user_id = person.user.id;
        const client_id = newId();
        return {
          id,
          space_id: space.id,
          post_id,
          user_id,
          client_id,
          thread_id: id,
          body: 'x',
          created_at: at,
        };
      });
      await server.db.insertInto('post_comments').values(rows).execute();
    }
    const rejected = await newComment(writer, post.id).catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      code: 'comment_limit_reached',
      message: expect.stringMatching(
        /You've reached the limit of 60 comments an hour\. Try again in \d+ minutes/,
      ),
    });
    for (const person of [owner, admin]) await newComment(person, post.id);
  });
});

describe('Likes of a comment', () => {
  it('are listed latest first for everyone who can read the comment', async () => {
    const post = await newPost(owner, space);
    const { id: comment_id } = await newComment(author, post.id);
    for (const person of [reader, admin]) await person.call('like_comment', { comment_id });
    const { people } = await reader.call('list_comment_likes', { comment_id });
    expect(people.map(({ id }) => id)).toEqual([admin.user.id, reader.user.id]);
    await author.call('delete_comment', { comment_id });
    await expect(reader.call('list_comment_likes', { comment_id })).rejects.toMatchObject({
      code: 'comment_not_found',
    });
  });
});
