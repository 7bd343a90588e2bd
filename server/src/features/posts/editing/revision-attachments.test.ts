import { afterEach, expect, it } from 'vitest';
import type { PollInput } from '#contract/features/polls/polls.ts';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newFile, newPdf } from '#testing/samples/files.ts';
import { newUpload, newUploadedImage } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { uploads } from '../../uploads/index.ts';

// The job that deletes the files of a deleted post doesn't run, so that it can be seen who may read them until then.
const server = sharedServer({ runsJobs: false });
afterEach(() => setClockOffset(0));

const edit = async (author: TestPerson, post: PostDetail, upload_ids: string[], fields: object = {}) =>
  (
    await author.call('update_post', {
      post_id: post.id,
      revision: post.revision,
      title: post.title,
      body: '<p>Edited.</p>',
      upload_ids,
      ...fields,
    })
  ).post;

/** A member's post with an image and a document, which the tests remove with an edit. */
async function newScene() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const [author, reader, admin] = await Promise.all([1, 2, 3].map(() => newMember(server, space)));
  if (!author || !reader || !admin) throw new Error('no members');
  await setRole(server, space.id, admin.user.id, 'admin');
  const image = await newUpload(
    author,
    { purpose: 'post_image', space_id: space.id },
    await newUploadedImage(60, 40),
  );
  const file = await newFile(
    author,
    { purpose: 'post_file', space_id: space.id, file_name: 'Plan.pdf' },
    newPdf,
  );
  const post = await newPost(author, space, { upload_ids: [image.id, file.id] });
  const statuses = async (url: string) => {
    const people = [author, admin, owner, reader, server.client()];
    return await Promise.all(people.map(async (person) => (await person.fetch(url)).status));
  };
  return { owner, admin, author, reader, space, image, file, post, statuses };
}

it('keeps attachments removed by an edit in the history, for the author and moderators', async () => {
  const { owner, admin, author, image, file, post, statuses } = await newScene();
  expect(await statuses(image.url)).toEqual([200, 200, 200, 200, 200]);
  expect(await statuses(file.url)).toEqual([200, 200, 200, 200, 200]);
  const edited = await edit(author, post, []);
  expect([edited.attachments, edited.files]).toEqual([[], []]);
  for (const person of [author, admin, owner]) {
    const { revisions } = await person.call('list_post_revisions', { post_id: post.id });
    expect(revisions[0]?.attachments).toEqual([image, file]);
  }
  for (const url of [image.url, file.url]) {
    expect(await statuses(url)).toEqual([200, 200, 200, 404, 404]);
    expect((await author.fetch(url)).headers.get('cache-control')).toBe('private, no-store');
  }
});

it('does not delete attachments while the history shows them', async () => {
  const { author, image, file, post } = await newScene();
  await edit(author, post, []);
  const unused = await newUpload(author, { purpose: 'post_image', space_id: post.space_id });
  const { platform } = server.running;
  // Well after both cleanup jobs would have deleted them.
  for (const days of [2, 4, 6]) {
    setClockOffset(days * 24 * 60 * 60 * 1000);
    for (const job of uploads.jobs?.(platform) ?? []) await job.run({} as never);
  }
  setClockOffset(0);
  expect((await author.fetch(image.url)).status).toBe(200);
  expect((await author.fetch(file.url)).status).toBe(200);
  expect((await author.fetch(unused.url)).status).toBe(404);
});

it('lets an edit restore removed attachments for everyone', async () => {
  const { author, image, file, post, statuses } = await newScene();
  const without = await edit(author, post, []);
  // A second tab that was opened before the edit saves its text over it.
  const again = await edit(author, without, [file.id, image.id], { body: '<p>Both again.</p>' });
  expect([again.attachments, again.files]).toEqual([[image], [file]]);
  expect(await statuses(image.url)).toEqual([200, 200, 200, 200, 200]);
  const { revisions } = await author.call('list_post_revisions', { post_id: post.id });
  expect(revisions.map(({ attachments }) => attachments.length)).toEqual([0, 2]);
});

it('rejects attachments from the history of another post', async () => {
  const { author, space, image, post } = await newScene();
  await edit(author, post, []);
  const other = await newPost(author, space);
  await expect(edit(author, other, [image.id])).rejects.toMatchObject({ code: 'upload_not_found' });
  await expect(newPost(author, space, { upload_ids: [image.id] })).rejects.toMatchObject({
    code: 'upload_not_found',
  });
});

it('hides the images and documents of a deleted post from everyone but the author and moderators', async () => {
  const { author, image, file, post, statuses } = await newScene();
  await author.call('delete_post', { post_id: post.id });
  for (const url of [image.url, file.url]) expect(await statuses(url)).toEqual([200, 200, 200, 404, 404]);
});

it('returns a deleted post without its content, even to its author and moderators', async () => {
  const { owner, admin, author, reader, space, post, image, file } = await newScene();
  const poll: PollInput = { question: 'Which?', options: ['This', 'That'], multiple: false, closes_at: null };
  const url = `https://example.com/${newId()}`;
  const preview = { url, status: 'ready', title: 'A page', fetched_at: new Date().toISOString() };
  await server.db.insertInto('link_previews').values(preview).execute();
  const body = `<p>What it said, with <a href="${url}">a link</a>.</p>`;
  const { post: question } = await author.call('create_post', {
    space_id: space.id,
    client_id: newId(),
    title: 'A question',
    body,
    poll,
  });
  const neighbor = await newUpload(author, { purpose: 'post_image', space_id: space.id });
  const kept = await newPost(author, space, { upload_ids: [neighbor.id] });
  const before = async (id: string) => (await reader.call('get_post', { post_id: id })).post;
  expect(await before(post.id)).toMatchObject({ attachments: [image], files: [file] });
  expect(await before(question.id)).toMatchObject({
    poll: { question: 'Which?' },
    link_preview: { title: 'A page' },
  });
  for (const { id } of [post, question]) await author.call('delete_post', { post_id: id });
  for (const person of [author, admin, owner, reader, server.client()]) {
    for (const { id, slug } of [post, question]) {
      const { subdomain } = space;
      for (const response of [
        await person.call('get_post', { post_id: id }),
        await person.call('get_post_by_slug', { subdomain, slug }),
      ]) {
        expect(response.post).toMatchObject({
          title: 'Post deleted',
          excerpt: '',
          body: '',
          attachments: [],
          files: [],
          poll: null,
          link_preview: null,
        });
      }
    }
    const { post: neighborPost } = await person.call('get_post', { post_id: kept.id });
    expect(neighborPost.attachments).toEqual([neighbor]);
  }
});
