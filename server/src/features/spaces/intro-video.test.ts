import { expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { StoredFile } from '#contract/features/uploads/uploads.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

/** The start of a WebM file, enough to detect its type. */
const video = Buffer.concat([
  Buffer.from([
    0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 0x01, 0x42, 0xf7, 0x81, 0x01, 0x42, 0xf2, 0x81,
  ]),
  Buffer.from([
    0x04,
    0x42,
    0xf3,
    0x81,
    0x08,
    0x42,
    0x82,
    0x84,
    ...Buffer.from('webm'),
    0x42,
    0x87,
    0x81,
    0x02,
  ]),
  Buffer.alloc(2000, 7),
]);

async function send(person: TestPerson, space: Space, name: string, body: Buffer) {
  const query = new URLSearchParams({ purpose: 'space_intro_video', file_name: name, space_id: space.id });
  const response = await person.fetch(`/api/uploads/files?${query}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': 'application/octet-stream' },
  });
  return {
    status: response.status,
    body: (await response.json()) as { file: StoredFile; error: { code: string } },
  };
}

it('serves an intro video to visitors, also of a private space and in byte ranges', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner, { is_private: true });
  const { file } = (await send(owner, space, 'hello.webm', video)).body;
  expect(file).toMatchObject({ kind: 'video', url: `/files/${file.id}/original` });
  // Until it is saved, only the uploader can see it.
  expect((await server.client().fetch(file.url)).status).toBe(404);
  const saved = await owner.call('update_space', { space_id: space.id, intro_video_upload_id: file.id });
  expect(saved.space).toMatchObject({ intro_media_type: 'video', intro_media_url: file.url });
  const part = await server.client().fetch(file.url, { headers: { range: 'bytes=0-3' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-type')).toBe('video/webm');
  expect(Buffer.from(await part.arrayBuffer())).toEqual(video.subarray(0, 4));
  await expect(
    owner.call('update_space', { space_id: space.id, intro_video_upload_id: file.id }),
  ).rejects.toMatchObject({ code: 'upload_not_found' });
});

it('accepts only videos uploaded by moderators', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const member = await newMember(server, space);
  expect((await send(member, space, 'hello.webm', video)).body.error.code).toBe('not_allowed');
  expect((await send(await newPerson(server), space, 'hello.webm', video)).body.error.code).toBe(
    'membership_required',
  );
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF');
  expect((await send(owner, space, 'hello.pdf', pdf)).body.error.code).toBe('unsupported_file_type');
  const { file } = (await send(owner, space, 'hello.webm', video)).body;
  // Setting it by URL is rejected: it could belong to someone else or be deleted by the cleanup job.
  await expect(
    owner.call('update_space', { space_id: space.id, intro_media_type: 'video', intro_media_url: file.url }),
  ).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(
    owner.call('update_space', { space_id: (await newSpace(owner)).id, intro_video_upload_id: file.id }),
  ).rejects.toMatchObject({ code: 'upload_not_found' });
});
