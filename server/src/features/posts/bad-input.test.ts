import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { countRows } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';

// Jobs are off because they write rows of their own, and this file counts rows.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let space: Space;
let otherOwner: TestPerson;
let otherSpace: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  otherOwner = await newPerson(server);
  otherSpace = await newSpace(otherOwner, { is_private: true });
});

const validPost = () => ({ space_id: space.id, client_id: newId(), title: 'A title', body: '<p>Text</p>' });

async function insertUpload(
  userId: string,
  fields: { space_id?: string; purpose?: string; attached?: boolean } = {},
) {
  const id = newId();
  await server.db
    .insertInto('uploads')
    .values({
      id,
      user_id: userId,
      space_id: fields.space_id ?? space.id,
      purpose: fields.purpose ?? 'post_image',
      file_name: 'a.png',
      mime_type: 'image/webp',
      byte_size: 1,
      width: 1,
      height: 1,
      color: '#000000',
      attached_at: fields.attached ? new Date().toISOString() : null,
    })
    .execute();
  return id;
}

describe('Post that refers to the uploads or categories of others', () => {
  it('is rejected and writes nothing', async () => {
    const uploads = {
      mine: await insertUpload(owner.user.id),
      ofAnother: await insertUpload(otherOwner.user.id),
      ofAnotherSpace: await insertUpload(owner.user.id, { space_id: otherSpace.id }),
      forAnotherPurpose: await insertUpload(owner.user.id, { purpose: 'avatar' }),
      usedAlready: await insertUpload(owner.user.id, { attached: true }),
      unknown: newId(),
    };
    const before = await countRows(server);
    for (const [name, id] of Object.entries(uploads)) {
      if (name === 'mine') continue;
      for (const post of [
        { ...validPost(), upload_ids: [uploads.mine, id] },
        { ...validPost(), body: `<p>Text</p><img src="/files/${id}/640.webp">` },
      ]) {
        await expect(owner.call('create_post', post), name).rejects.toMatchObject({
          code: 'upload_not_found',
        });
      }
    }
    const [category] = otherSpace.categories;
    for (const category_id of [category?.id ?? '', newId()]) {
      await expect(owner.call('create_post', { ...validPost(), category_id })).rejects.toMatchObject({
        code: 'unknown_category',
      });
    }
    expect(await countRows(server)).toEqual(before);
    const mine = await server.db
      .selectFrom('uploads')
      .select('attached_at')
      .where('id', '=', uploads.mine)
      .executeTakeFirstOrThrow();
    expect(mine.attached_at).toBeNull();
  });

  it('accepts at most ten images, counting those in the body', async () => {
    const ids = Array.from({ length: 11 }, () => newId());
    const body = ids.map((id) => `<img src="/files/${id}/640.webp">`).join('');
    await expect(owner.call('create_post', { ...validPost(), body })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(owner.call('create_post', { ...validPost(), upload_ids: ids })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('Text limits', () => {
  it.each([
    ['ab', 'Title must be at least 3 characters'],
    [' a  ', 'Title must be at least 3 characters'],
    ['x'.repeat(121), 'Title must be at most 120 characters'],
    ['😀'.repeat(121), 'Title must be at most 120 characters'],
    ['😀😀', 'Title must be at least 3 characters'],
  ])('reject the title %j', async (title, message) => {
    await expect(owner.call('create_post', { ...validPost(), title })).rejects.toMatchObject({
      message: `400 invalid_input: ${message}`,
    });
  });

  it('count characters of the plain text, not bytes or surrogate halves', async () => {
    const text = '😀'.repeat(20_000);
    const { post } = await owner.call('create_post', {
      ...validPost(),
      body: `<p><strong>${text}</strong></p>`,
    });
    expect(post.body).toContain(text);
    expect([...post.excerpt]).toHaveLength(281);
    expect(post.excerpt.isWellFormed()).toBe(true);
    await expect(owner.call('create_post', { ...validPost(), body: `${text}😀` })).rejects.toMatchObject({
      code: 'post_too_long',
    });
  });

  it.each([
    '日本語のタイトルは長くても構いませんが、住所はそれでも読めなければなりません。これで五十字を超えるはずです。もう少しだけ足しておきます。',
    'Очень длинный заголовок о том, как проявлять плёнку дома без лаборатории и не испортить её',
    '😀😀😀',
    '---',
    'İstanbul ſtraße ﬁne',
    'a'.repeat(120),
    '😀'.repeat(120),
    '%2e%2e / ?#& \\',
  ])('produce a slug for %j that finds the post again', async (title) => {
    const { post } = await owner.call('create_post', { ...validPost(), title });
    const found = await owner.call('get_post_by_slug', { subdomain: space.subdomain, slug: post.slug });
    expect(found.post.id).toBe(post.id);
    const again = await owner.call('create_post', { ...validPost(), title });
    expect(again.post.slug).not.toBe(post.slug);
  });
});

describe('Post of one space requested through another', () => {
  it('is not found', async () => {
    const post = await newPost(otherOwner, otherSpace);
    await expect(
      owner.call('get_post_by_slug', { subdomain: space.subdomain, slug: post.slug }),
    ).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(
      owner.call('get_post_by_slug', { subdomain: space.subdomain, slug: post.id }),
    ).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(owner.call('get_post', { post_id: post.id })).rejects.toMatchObject({
      code: 'post_not_found',
    });
    const { posts } = await owner.call('list_posts', {
      space_id: space.id,
      category_id: otherSpace.categories[0]?.id,
    });
    expect(posts).toEqual([]);
  });

  it('rejects a parent comment of another post', async () => {
    const mine = await newPost(owner, space);
    const sibling = await newPost(owner, space);
    const theirs = await newPost(otherOwner, otherSpace);
    const before = await countRows(server);
    for (const parent_id of [
      (await newComment(owner, sibling.id)).id,
      (await newComment(otherOwner, theirs.id)).id,
      newId(),
    ]) {
      await expect(
        owner.call('create_comment', { post_id: mine.id, client_id: newId(), body: '<p>x</p>', parent_id }),
      ).rejects.toMatchObject({ code: 'comment_not_found' });
    }
    const after = await countRows(server);
    expect(after.post_comments).toBe((before.post_comments ?? 0) + 2);
    expect((await owner.call('list_comments', { post_id: mine.id })).comments).toEqual([]);
  });

  it('stays unreachable for someone who is a member of the other space only', async () => {
    const person = await newMember(server, space);
    const post = await newPost(otherOwner, otherSpace);
    for (const operation of ['like_post', 'list_comments', 'delete_post', 'list_post_likes'] as const) {
      await expect(person.call(operation, { post_id: post.id })).rejects.toMatchObject({
        status: 404,
        code: 'post_not_found',
      });
    }
  });
});

describe('Uppercase ids', () => {
  it('name the same records, and live events carry the lowercase id', async () => {
    const post = await newPost(owner, space);
    const comment = await newComment(owner, post.id);
    const listener = await listen(server.url, owner);
    await listener.subscribe(`space:${space.id}`);
    await listener.subscribe(`post:${post.id}`);
    await owner.call('like_post', { post_id: post.id.toUpperCase() });
    await owner.call('like_comment', { comment_id: comment.id.toUpperCase() });
    await owner.call('delete_comment', { comment_id: comment.id.toUpperCase() });
    await owner.call('delete_post', { post_id: post.id.toUpperCase() });
    expect(
      (await listener.received('post.stats_changed', ({ channel }) => channel.startsWith('post:'))).payload
        .post_id,
    ).toBe(post.id);
    expect((await listener.received('comment.reactions_changed')).payload.comment_id).toBe(comment.id);
    expect((await listener.received('comment.deleted')).payload.comment_id).toBe(comment.id);
    expect((await listener.received('post.deleted')).payload.post_id).toBe(post.id);
    listener.close();
  });

  it('make one post when used as client ids', async () => {
    const client_id = newId();
    const first = await owner.call('create_post', { ...validPost(), client_id });
    const second = await owner.call('create_post', { ...validPost(), client_id: client_id.toUpperCase() });
    expect(second.post.id).toBe(first.post.id);
  });
});
