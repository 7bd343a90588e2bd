import { describe, expect, it } from 'vitest';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { findHarm, hostileHtml } from '#testing/samples/hostile-html.ts';
import { newUpload, newUploadedImage } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { addCategory } from '../../spaces/index.ts';
import { listUploadsOfPost } from '../removal.queries.ts';

const server = sharedServer();

async function newImage(person: TestPerson, space_id: string): Promise<string> {
  const upload = await newUpload(person, { purpose: 'post_image', space_id }, await newUploadedImage(60, 40));
  return upload.id;
}

const edit = (author: TestPerson, post: Pick<PostDetail, 'id' | 'revision'>, fields: object = {}) =>
  author.call('update_post', {
    post_id: post.id,
    revision: post.revision,
    title: 'Better title',
    body: '<p>Better text.</p>',
    upload_ids: [],
    ...fields,
  });

async function newScene() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const author = await newMember(server, space);
  return { owner, space, author, post: await newPost(author, space) };
}

describe('Editing a post', () => {
  it('changes the post, keeps the earlier version and publishes the change', async () => {
    const { owner, space, author, post } = await newScene();
    const listener = await listen(server.url, owner);
    await listener.subscribe(`space:${space.id}`);
    const { post: edited } = await edit(author, post);
    expect(edited).toMatchObject({
      title: 'Better title',
      body: '<p>Better text.</p>',
      revision: 2,
      slug: post.slug,
    });
    expect(edited.edited_at).not.toBeNull();
    expect(edited.last_activity_at).toBe(post.last_activity_at);
    const received = await listener.received('post.changed');
    expect(received.payload.post).toMatchObject({
      id: post.id,
      title: 'Better title',
      version: edited.version,
    });
    listener.close();
    await edit(author, edited, { title: 'Best title' });
    for (const person of [author, owner]) {
      const { revisions } = await person.call('list_post_revisions', { post_id: post.id });
      expect(revisions.map(({ title, revision }) => [revision, title])).toEqual([
        [2, 'Better title'],
        [1, 'A post'],
      ]);
      expect(revisions[1]?.written_at).toBe(post.created_at);
    }
    const reader = await newMember(server, space);
    await expect(reader.call('list_post_revisions', { post_id: post.id })).rejects.toMatchObject({
      code: 'not_author_or_moderator',
    });
  });

  it('saves a category alone, or a title, and moves the post between the feeds of the categories', async () => {
    const { owner, space, author, post } = await newScene();
    const first = post.category_id;
    const viewer = { user_id: owner.user.id, role: owner.user.role, session_id: newId() };
    const second = await addCategory(server.db, viewer, space.id, { name: 'Second', icon: '🌱' });
    const { post: neighbor } = await author.call('create_post', {
      space_id: space.id,
      client_id: newId(),
      title: 'Stays',
      body: '<p>x</p>',
      category_id: first,
    });
    const listener = await listen(server.url, owner);
    await listener.subscribe(`space:${space.id}`);
    const same = { title: post.title, body: post.body };
    const { post: moved } = await edit(author, post, { ...same, category_id: second });
    expect(moved).toMatchObject({ ...same, category_id: second, revision: 2 });
    const { payload } = await listener.received('post.changed', (event) => event.payload.post.id === post.id);
    expect(payload.post).toMatchObject({ category_id: second, version: moved.version });
    listener.close();
    const idsIn = async (category_id: string | null) =>
      (await owner.call('list_posts', { space_id: space.id, category_id: category_id ?? '' })).posts.map(
        ({ id }) => id,
      );
    expect([await idsIn(first), await idsIn(second)]).toEqual([[neighbor.id], [post.id]]);
    // Without a category in the request, the post keeps its own.
    const { post: renamed } = await edit(author, moved, { ...same, title: 'Only the title' });
    expect(renamed).toMatchObject({ title: 'Only the title', category_id: second, revision: 3 });
  });

  it('is restricted to the author', async () => {
    const { owner, space, post } = await newScene();
    const admin = await newMember(server, space);
    await setRole(server, space.id, admin.user.id, 'admin');
    for (const person of [owner, admin, await newMember(server, space)]) {
      await expect(edit(person, post)).rejects.toMatchObject({ code: 'not_author' });
    }
    await expect(edit(await newPerson(server), post)).rejects.toMatchObject({ code: 'membership_required' });
  });

  it('applies once when sent twice, and ignores an edit without changes', async () => {
    const { author, post } = await newScene();
    const first = await edit(author, post);
    // The response was lost, so the client sends the edit again with the old revision.
    expect((await edit(author, post)).post).toEqual(first.post);
    expect((await edit(author, first.post)).post.revision).toBe(2);
    const { revisions } = await author.call('list_post_revisions', { post_id: post.id });
    expect(revisions).toHaveLength(1);
  });

  it('from two tabs loses nothing: the later one is rejected with the current version', async () => {
    const { author, post } = await newScene();
    const results = await Promise.allSettled([
      edit(author, post, { title: 'From one tab' }),
      edit(author, post, { title: 'From another' }),
    ]);
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected).toHaveLength(1);
    const { post: now } = await author.call('get_post', { post_id: post.id });
    expect(rejected[0]?.reason).toMatchObject({
      code: 'edit_conflict',
      status: 409,
      data: { post: { title: now.title, revision: 2 } },
    });
    expect((await edit(author, now, { title: 'Both' })).post.revision).toBe(3);
  });

  it('of a post that was just deleted returns post_not_found', async () => {
    const { author, post } = await newScene();
    await author.call('delete_post', { post_id: post.id });
    await expect(edit(author, post)).rejects.toMatchObject({ code: 'post_not_found' });
  });

  it('replaces images and keeps removed ones in the history', async () => {
    const { author, space, post } = await newScene();
    const [one, two] = [await newImage(author, space.id), await newImage(author, space.id)];
    const first = await edit(author, post, { upload_ids: [one, two] });
    expect(first.post.attachments.map(({ id }) => id)).toEqual([one, two]);
    const second = await edit(author, first.post, { upload_ids: [two] });
    expect(second.post.attachments.map(({ id }) => id)).toEqual([two]);
    const { revisions } = await author.call('list_post_revisions', { post_id: post.id });
    expect(revisions.map(({ attachments }) => attachments.map(({ id }) => id))).toEqual([[one, two], []]);
    const stranger = await newMember(server, space);
    const theirs = await newImage(stranger, space.id);
    await expect(edit(author, second.post, { upload_ids: [two, theirs] })).rejects.toMatchObject({
      code: 'upload_not_found',
    });
  });

  it.each(hostileHtml.slice(0, 25))('leaves nothing that runs or loads: %j', async (html) => {
    const { author, post } = await newScene();
    const { post: edited } = await edit(author, post, { body: `<p>Before</p>${html}` });
    expect(findHarm(edited.body)).toEqual([]);
  });
});

describe('The earlier versions of a post', () => {
  it('keep their uploads, which belong to the post', async () => {
    const { author, space, post } = await newScene();
    const [first, second] = [await newImage(author, space.id), await newImage(author, space.id)];
    const { post: edited } = await edit(author, post, { upload_ids: [first] });
    await edit(author, edited, { upload_ids: [second] });
    expect((await listUploadsOfPost(server.db, post.id)).toSorted()).toEqual([first, second].toSorted());
  });

  it('are listed latest first, on pages of 20', async () => {
    const { author, space, post } = await newScene();
    await server.db
      .insertInto('post_revisions')
      .values(
        Array.from({ length: 21 }, (_, index) => ({
          post_id: post.id,
          revision: index + 1,
          space_id: space.id,
          title: `Title ${index + 1}`,
          body: '',
          written_at: post.created_at,
        })),
      )
      .execute();
    const list = (before?: number) => author.call('list_post_revisions', { post_id: post.id, before });
    const first = await list();
    expect([first.revisions.length, first.revisions[0]?.revision, first.next_before]).toEqual([20, 21, 2]);
    const second = await list(2);
    expect([second.revisions.map(({ revision }) => revision), second.next_before]).toEqual([[1], null]);
  });
});

describe('Announcements', () => {
  it('are restricted to the owner and admins', async () => {
    const { owner, space, author } = await newScene();
    const announce = (person: TestPerson) =>
      person.call('create_post', {
        space_id: space.id,
        client_id: newId(),
        title: 'Please read',
        body: '<p>For everyone.</p>',
        post_type: 'announcement',
      });
    expect((await announce(owner)).post.post_type).toBe('announcement');
    await expect(announce(author)).rejects.toMatchObject({ code: 'announcement_not_allowed' });
  });
});
