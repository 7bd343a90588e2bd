import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newEvent } from '#testing/events.ts';
import { untilJobsDone } from '#testing/jobs.ts';
import { newComment, newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newFile, newPdf } from '#testing/samples/files.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { sweepFilesJob } from '../storage/sweep-files.job.ts';
import { deleteDetachedJobName, deleteDetachedUploadsJob } from './delete-detached-uploads.job.ts';

const server = sharedServer();
afterEach(() => setClockOffset(0));

const day = 24 * 60 * 60 * 1000;
const untilDeleted = () => untilJobsDone(server, deleteDetachedJobName);
/** Runs the nightly and the hourly job as if these days had passed. */
async function sweepAfter(days: number): Promise<void> {
  setClockOffset(days * day);
  const { platform } = server.running;
  await sweepFilesJob(platform).run({});
  await deleteDetachedUploadsJob(platform).run({});
  setClockOffset(0);
}

interface Stored {
  id: string;
  bytes: number;
  keys: string[];
}
async function readStored(id: string): Promise<Stored> {
  const { rows } = await sql<{ bytes: number; keys: string[] }>`
    select stored_bytes as bytes, case when storage_key is null
      then array(select v ->> 'key' from jsonb_array_elements(variants) v) else array[storage_key] end as keys
    from uploads where id = ${id}`.execute(server.db);
  const [row] = rows;
  if (!row) throw new Error('no such upload');
  return { id, ...row };
}
const newDocument = async (
  person: TestPerson,
  space: Space,
  purpose: 'post_file' | 'comment_file',
  size: number,
) => {
  const input = { purpose, space_id: space.id, file_name: 'a.pdf' } as const;
  return await readStored((await newFile(person, input, newPdf.padEnd(size, ' '))).id);
};
const newImage = async (person: TestPerson, space: Space, purpose: 'post_image' | 'event_cover') =>
  await readStored((await newUpload(person, { purpose, space_id: space.id })).id);

/** Returns the space's counter after checking that it equals the sum of its uploads. */
async function usedBytes({ id }: Space): Promise<number> {
  const { rows } = await sql<{ stored: number; counted: number }>`
    select (select bytes from space_storage where space_id = ${id}) as stored,
      (select coalesce(sum(stored_bytes), 0)::bigint from uploads where space_id = ${id}) as counted`.execute(
    server.db,
  );
  expect(rows[0]?.stored).toBe(rows[0]?.counted);
  return rows[0]?.stored ?? 0;
}
const sum = (...uploads: Stored[]) => uploads.reduce((total, { bytes }) => total + bytes, 0);
/** Returns how many objects of these uploads exist. */
async function countObjects(...uploads: Stored[]): Promise<number> {
  const keys = uploads.flatMap((upload) => upload.keys);
  const objects = await Promise.all(keys.map((key) => server.running.platform.files.open(key)));
  for (const object of objects) object?.body.destroy();
  return objects.filter((object) => object !== null).length;
}

async function newScene() {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  return { owner, space, author: await newMember(server, space), reader: await newMember(server, space) };
}
const edit = (author: TestPerson, post: { id: string; revision: number }, upload_ids: string[]) =>
  author.call('update_post', {
    post_id: post.id,
    revision: post.revision,
    title: 'Edited',
    body: '<p>Edited.</p>',
    upload_ids,
  });

describe('Files of content that its author deleted', () => {
  it('are deleted with a post and its earlier versions, and nothing else', async () => {
    const { space, author } = await newScene();
    const [image, file, added, other] = [
      await newImage(author, space, 'post_image'),
      await newDocument(author, space, 'post_file', 5_000),
      await newDocument(author, space, 'post_file', 7_000),
      await newDocument(author, space, 'post_file', 11_000),
    ];
    const kept = await newPost(author, space, { upload_ids: [other.id] });
    const post = await newPost(author, space, { upload_ids: [image.id, file.id] });
    await edit(author, post, [image.id, added.id]);
    await untilDeleted();
    // The history still shows the file that the edit removed.
    expect(await usedBytes(space)).toBe(sum(image, file, added, other));

    await author.call('delete_post', { post_id: post.id });
    await untilDeleted();
    expect(await usedBytes(space)).toBe(sum(other));
    expect(await countObjects(image, file, added)).toBe(0);
    expect(await countObjects(other)).toBe(1);
    await expect(author.call('list_post_revisions', { post_id: post.id })).rejects.toMatchObject({
      code: 'post_not_found',
    });
    const { post: deleted } = await author.call('get_post', { post_id: post.id });
    expect(deleted).toMatchObject({ attachments: [], files: [] });
    expect((await author.call('get_post', { post_id: kept.id })).post.files).toHaveLength(1);
  });

  it('are deleted with a comment and its earlier versions', async () => {
    const { owner, space, author } = await newScene();
    const post = await newPost(owner, space);
    const [first, second, other] = [
      await newDocument(author, space, 'comment_file', 3_000),
      await newDocument(author, space, 'comment_file', 5_000),
      await newDocument(author, space, 'comment_file', 7_000),
    ];
    const write = async (upload: Stored) =>
      (
        await author.call('create_comment', {
          post_id: post.id,
          client_id: crypto.randomUUID(),
          body: '<p>See the file.</p>',
          upload_id: upload.id,
        })
      ).comment;
    const comment = await write(first);
    await write(other);
    await author.call('update_comment', {
      comment_id: comment.id,
      body: '<p>See another.</p>',
      upload_id: second.id,
    });
    await author.call('delete_comment', { comment_id: comment.id });
    await untilDeleted();
    expect(await usedBytes(space)).toBe(sum(other));
    expect(await countObjects(first, second)).toBe(0);
  });

  it('stay while the content is reported, and 30 days after the report was resolved', async () => {
    const { owner, space, author, reader } = await newScene();
    const file = await newDocument(author, space, 'post_file', 5_000);
    const post = await newPost(author, space, { upload_ids: [file.id] });
    await reader.call('report_post', { post_id: post.id, reason: 'spam' });
    await author.call('delete_post', { post_id: post.id });
    await sweepAfter(100);
    const [found] = (await owner.call('list_cases', { space_id: space.id, status: 'open' })).cases;
    expect(found?.files).toMatchObject([{ id: file.id }]);
    const decision = { space_id: space.id, case_id: found?.id ?? '', outcome: 'dismissed' as const };
    await owner.call('resolve_case', decision);
    await sweepAfter(29);
    expect(await usedBytes(space)).toBe(sum(file));
    await sweepAfter(31);
    expect(await usedBytes(space)).toBe(0);
    const [resolved] = (await owner.call('list_cases', { space_id: space.id, status: 'resolved' })).cases;
    expect(resolved).toMatchObject({ id: found?.id, files: [] });
  });
});

describe('Files of content that a moderator removed', () => {
  it('stay for the author and moderators for 30 days', async () => {
    const { owner, space, author, reader } = await newScene();
    const image = await newImage(author, space, 'post_image');
    const old = await newDocument(author, space, 'post_file', 3_000);
    const file = await newDocument(author, space, 'comment_file', 5_000);
    const post = await newPost(author, space, { upload_ids: [image.id, old.id] });
    await edit(author, post, [image.id]);
    const { comment } = await author.call('create_comment', {
      post_id: (await newPost(owner, space)).id,
      client_id: crypto.randomUUID(),
      body: '<p>Text</p>',
      upload_id: file.id,
    });
    await owner.call('remove_post', { post_id: post.id, reason: 'Not here.' });
    await owner.call('remove_comment', { comment_id: comment.id, reason: 'Not here.' });
    await sweepAfter(29);
    expect(await usedBytes(space)).toBe(sum(image, old, file));
    const statuses = async () =>
      await Promise.all(
        [author, owner, reader].map(
          async (person) => (await person.fetch(`/files/${file.id}/original`)).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 404]);
    await sweepAfter(31);
    expect(await usedBytes(space)).toBe(0);
    expect(await countObjects(image, old, file)).toBe(0);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('are deleted at once if a moderator deletes their own', async () => {
    const { owner, space } = await newScene();
    const file = await newDocument(owner, space, 'post_file', 5_000);
    const post = await newPost(owner, space, { upload_ids: [file.id] });
    await owner.call('remove_post', { post_id: post.id, reason: 'Mine.' });
    await untilDeleted();
    expect(await usedBytes(space)).toBe(0);
  });
});

describe('Covers of events', () => {
  const series = {
    repeat: { frequency: 'daily' as const, interval: 1, ends: { type: 'count' as const, count: 3 } },
  };

  it('are deleted when an edit replaces them and when the event is deleted, but not when it is canceled', async () => {
    const { owner, space } = await newScene();
    const [first, second] = [
      await newImage(owner, space, 'event_cover'),
      await newImage(owner, space, 'event_cover'),
    ];
    const event = await newEvent(owner, space, { cover_upload_id: first.id });
    await owner.call('update_event', { event_id: event.id, scope: 'this', cover_upload_id: second.id });
    await untilDeleted();
    expect(await usedBytes(space)).toBe(sum(second));
    await owner.call('cancel_event', { event_id: event.id, scope: 'this' });
    await sweepAfter(100);
    expect(await usedBytes(space)).toBe(sum(second));
    await owner.call('delete_event', { event_id: event.id, scope: 'this' });
    await untilDeleted();
    expect(await usedBytes(space)).toBe(0);
    expect(await countObjects(first, second)).toBe(0);
  });

  it('stay while another event of the series or the series itself has them', async () => {
    const { owner, space } = await newScene();
    const [cover, own] = [
      await newImage(owner, space, 'event_cover'),
      await newImage(owner, space, 'event_cover'),
    ];
    const event = await newEvent(owner, space, { cover_upload_id: cover.id, ...series });
    await owner.call('update_event', { event_id: event.id, scope: 'this', cover_upload_id: own.id });
    await untilDeleted();
    expect(await usedBytes(space)).toBe(sum(cover, own));
    await owner.call('delete_event', { event_id: event.id, scope: 'this' });
    await untilDeleted();
    expect(await usedBytes(space)).toBe(sum(cover));
    const { events } = await owner.call('list_agenda', { space_id: space.id });
    await owner.call('delete_event', { event_id: events[0]?.id ?? '', scope: 'all' });
    await untilDeleted();
    expect(await usedBytes(space)).toBe(0);
  });
});

describe('delete_upload', () => {
  it("deletes the user's file that isn't posted, and frees their storage at once", async () => {
    const { space, author } = await newScene();
    const file = await newDocument(author, space, 'post_file', 5_000);
    expect(await author.call('delete_upload', { upload_id: file.id })).toEqual({ deleted: true });
    expect(await usedBytes(space)).toBe(0);
    expect(await countObjects(file)).toBe(0);
    const { rows } = await sql`select from user_storage
      where user_id = ${author.user.id} and bytes <> 0`.execute(server.db);
    expect(rows).toEqual([]);
    await expect(author.call('delete_upload', { upload_id: file.id })).rejects.toMatchObject({
      code: 'upload_not_found',
    });
  });

  it('is rejected for files of others, moderators included, and for posted files', async () => {
    const { owner, space, author, reader } = await newScene();
    const [unposted, posted] = [
      await newDocument(author, space, 'post_file', 5_000),
      await newImage(author, space, 'post_image'),
    ];
    await newPost(author, space, { upload_ids: [posted.id] });
    const rejected = { code: 'upload_not_found' };
    for (const person of [owner, reader]) {
      await expect(person.call('delete_upload', { upload_id: unposted.id })).rejects.toMatchObject(rejected);
    }
    await expect(author.call('delete_upload', { upload_id: posted.id })).rejects.toMatchObject(rejected);
    await expect(server.client().call('delete_upload', { upload_id: unposted.id })).rejects.toMatchObject({
      code: 'authentication_required',
    });
    expect(await usedBytes(space)).toBe(sum(unposted, posted));
  });

  it('keeps a file that a conflicting version of a draft contains', async () => {
    const { space, author } = await newScene();
    const file = await newDocument(author, space, 'post_file', 5_000);
    const save = (title: string) =>
      author.call('save_draft', {
        space_id: space.id,
        client_id: crypto.randomUUID(),
        base_version: 0,
        client_edited_at: new Date().toISOString(),
        content: { title, body: '', category_id: null, post_type: 'post', poll: null, upload_ids: [file.id] },
        discard_conflicts: false,
      });
    await save('On the phone');
    await save('At the desk');
    expect(await author.call('delete_upload', { upload_id: file.id })).toEqual({ deleted: false });
    const { draft } = await author.call('get_draft', { space_id: space.id });
    expect(draft?.conflicts[0]?.files).toMatchObject([{ id: file.id }]);
  });
});

it('a comment of someone else under a deleted post keeps its file', async () => {
  const { space, author, reader } = await newScene();
  const post = await newPost(author, space);
  const file = await newDocument(reader, space, 'comment_file', 5_000);
  await reader.call('create_comment', {
    post_id: post.id,
    client_id: crypto.randomUUID(),
    body: '<p>Text</p>',
    upload_id: file.id,
  });
  await newComment(reader, post.id);
  await author.call('delete_post', { post_id: post.id });
  await sweepAfter(100);
  expect(await usedBytes(space)).toBe(sum(file));
});
