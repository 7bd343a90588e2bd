import { beforeAll, describe, expect, it } from 'vitest';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { listen } from '#testing/live.ts';
import { newPerson, newPost, type TestPerson } from '#testing/people.ts';
import { newCommunity } from '#testing/people-by-sql.ts';
import { newFile, newPdf, newVideo } from '#testing/samples/files.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

// Without jobs: one of them deletes the files of deleted comments.
const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let author: TestPerson;
let reader: TestPerson;
let space: Space;
let postId: string;

beforeAll(async () => {
  ({ owner, author, reader, space } = await newCommunity(server, { is_private: true }));
  postId = (await newPost(owner, space)).id;
});

const newDocument = (person = author, file_name = 'Plan.pdf') =>
  newFile(person, { purpose: 'comment_file', space_id: space.id, file_name }, newPdf);
const send = async (upload_id: string | null): Promise<Comment> =>
  (await author.call('create_comment', { post_id: postId, client_id: newId(), body: '<p>x</p>', upload_id }))
    .comment;
const change = async (comment: Comment, upload_id: string | null): Promise<Comment> =>
  (await author.call('update_comment', { comment_id: comment.id, body: '<p>x</p>', upload_id })).comment;

describe('Comment file', () => {
  it('is shown with its name and size, live and on reload, to those who may read the comment', async () => {
    const listener = await listen(server.url, reader);
    await listener.subscribe(`post:${postId}`);
    const file = await newDocument();
    const comment = await send(file.id);
    expect(comment.attachment).toEqual({
      id: file.id,
      kind: 'document',
      file_name: 'Plan.pdf',
      mime_type: 'application/pdf',
      byte_size: newPdf.length,
      url: `/files/${file.id}/original`,
    });
    expect((await listener.received('comment.created')).payload.comment).toEqual(comment);
    listener.close();
    const { comments } = await reader.call('list_comments', { post_id: postId });
    expect(comments.find(({ id }) => id === comment.id)).toEqual(comment);
    const saved = await reader.fetch(file.url);
    expect([saved.status, await saved.text()]).toEqual([200, newPdf]);
    expect(saved.headers.get('content-disposition')).toContain('attachment');
    for (const stranger of [server.client(), await newPerson(server)]) {
      expect((await stranger.fetch(file.url)).status).toBe(404);
    }
  });

  it('may be a video, which supports range requests', async () => {
    const bytes = newVideo(9);
    const video = await newFile(
      author,
      { purpose: 'comment_file', space_id: space.id, file_name: 'clip.mp4' },
      bytes,
    );
    expect((await send(video.id)).attachment).toMatchObject({ kind: 'video', mime_type: 'video/mp4' });
    const part = await reader.fetch(video.url, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  });

  it('must be an unused upload of the author for a comment in this space', async () => {
    const mine = await newDocument();
    await send(mine.id);
    const forPost = await newFile(
      author,
      { purpose: 'post_file', space_id: space.id, file_name: 'a.pdf' },
      newPdf,
    );
    const theirs = await newDocument(reader);
    for (const id of [mine.id, forPost.id, theirs.id, newId()]) {
      await expect(send(id)).rejects.toMatchObject({ code: 'upload_not_found' });
    }
  });

  it('stays visible to the author and moderators once replaced, and can be restored', async () => {
    const first = await newDocument();
    const comment = await send(first.id);
    const image = await newUpload(author, { purpose: 'comment_image', space_id: space.id });
    expect((await change(comment, image.id)).attachment?.kind).toBe('image');
    const { versions } = await author.call('list_comment_versions', { comment_id: comment.id });
    expect(versions[0]?.attachment).toEqual(first);
    const statuses = async () =>
      await Promise.all(
        [author, owner, reader].map(async (person) => (await person.fetch(first.url)).status),
      );
    expect(await statuses()).toEqual([200, 200, 404]);
    // A tab opened before the edit saves the file it loaded.
    expect((await change(comment, first.id)).attachment).toEqual(first);
    expect(await statuses()).toEqual([200, 200, 200]);
    const other = await send(null);
    await change(comment, null);
    await expect(change(other, first.id)).rejects.toMatchObject({ code: 'upload_not_found' });
  });

  it('is hidden with a deleted comment from everyone except the author and moderators', async () => {
    const file = await newDocument();
    const comment = await send(file.id);
    await author.call('delete_comment', { comment_id: comment.id });
    const { comments } = await reader.call('list_comments', { post_id: postId });
    expect(comments.find(({ id }) => id === comment.id)?.attachment).toBeNull();
    expect((await reader.fetch(file.url)).status).toBe(404);
    expect((await author.fetch(file.url)).status).toBe(200);
    expect((await owner.fetch(file.url)).status).toBe(200);
  });

  it('is shown to moderators who review a report of the comment', async () => {
    const file = await newDocument(author, 'Reported.pdf');
    const comment = await send(file.id);
    await reader.call('report_comment', { comment_id: comment.id, reason: 'spam' });
    const { cases } = await owner.call('list_cases', { space_id: space.id });
    const reported = cases.find(({ target_id }) => target_id === comment.id);
    expect([reported?.files, reported?.images]).toEqual([[file], []]);
  });
});
