import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { attachWithin } from '#server/platform/files/attachable-since.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newFile, newPdf } from '#testing/samples/files.ts';
import { newUpload, newUploadedImage } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setPaid } from '#testing/space-facts.ts';
import { attachUploads } from '../attach-uploads.ts';
import { sweepUploadsJob } from '../storage/sweep-uploads.job.ts';
import { sweptAfter, type UploadPurpose } from '../uploads.policy.ts';
import { imageUrl } from '../uploads.view.ts';
import { parseByteRange } from './byte-range.ts';

const server = sharedServer();
afterEach(() => setClockOffset(0));

async function attach(
  person: TestPerson,
  upload_ids: string[],
  purpose: UploadPurpose,
  space_id: string | null,
  at = new Date().toISOString(),
) {
  return await server.db
    .transaction()
    .execute((tx) => attachUploads(tx, { user_id: person.user.id, space_id, purpose, upload_ids, at }));
}

describe('GET /files/:upload_id/:name', () => {
  it('serves images of a private space only to its members', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada, { is_private: true });
    const { id, url } = await newUpload(ada, { purpose: 'post_image', space_id: space.id });
    await newPost(ada, space, { upload_ids: [id] });
    const memberResponse = await ada.fetch(url);
    expect([memberResponse.status, memberResponse.headers.get('cache-control')]).toEqual([
      200,
      'private, max-age=3600',
    ]);
    for (const other of [server.client(), await newPerson(server)]) {
      const response = await other.fetch(url);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      const known = await other.fetch(url, {
        headers: { 'if-none-match': memberResponse.headers.get('etag') ?? '' },
      });
      expect(known.status).toBe(404);
    }
  });

  it('serves images of a public space to everyone, cached for an hour', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const { id, url } = await newUpload(ada, { purpose: 'post_image', space_id: space.id });
    await newPost(ada, space, { upload_ids: [id] });
    const response = await server.client().fetch(url);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  });

  it('serves the files of a paid space only to its members, and never to shared caches', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const member = await newMember(server, space);
    const upload = { space_id: space.id };
    const image = await newUpload(ada, { ...upload, purpose: 'post_image' });
    const file = await newFile(ada, { ...upload, purpose: 'post_file', file_name: 'Plan.pdf' }, newPdf);
    await newPost(ada, space, { upload_ids: [image.id, file.id] });
    const responseFor = async (client: Pick<TestPerson, 'fetch'>, url: string) => {
      const response = await client.fetch(url);
      return [response.status, response.headers.get('cache-control')];
    };
    for (const { url } of [image, file]) {
      expect(await responseFor(server.client(), url)).toEqual([200, 'public, max-age=3600']);
    }
    await setPaid(server, space.id);
    for (const { url } of [image, file]) {
      for (const reader of [ada, member]) {
        expect(await responseFor(reader, url)).toEqual([200, 'private, max-age=3600']);
      }
      for (const other of [server.client(), await newPerson(server)]) {
        expect(await responseFor(other, url)).toEqual([404, 'no-store']);
      }
    }
  });

  it('serves avatars, icons and covers to everyone, cached permanently', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada, { is_private: true });
    const icon = await newUpload(ada, { purpose: 'space_icon', space_id: space.id });
    await attach(ada, [icon.id], 'space_icon', space.id);
    const face = await newUpload(ada, { purpose: 'avatar' });
    await attach(ada, [face.id], 'avatar', null);
    for (const url of [imageUrl(icon.id, 96), imageUrl(face.id, 48)]) {
      const response = await server.client().fetch(url);
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
  });

  it('serves unattached uploads only to the uploader', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const member = await newMember(server, space);
    for (const { url } of [
      await newUpload(ada, { purpose: 'post_image', space_id: space.id }),
      await newUpload(ada, { purpose: 'avatar' }),
    ]) {
      expect((await ada.fetch(url)).status).toBe(200);
      expect((await member.fetch(url)).status).toBe(404);
      expect((await server.client().fetch(url)).status).toBe(404);
    }
  });

  it('returns 404 for widths, names and ids that do not exist', async () => {
    const ada = await newPerson(server);
    const { id } = await newUpload(ada, { purpose: 'avatar' });
    for (const path of [
      `${id}/97.webp`,
      `${id}/96.png`,
      `${id}/..%2f..%2f96.webp`,
      `${newId()}/96.webp`,
      'x/96.webp',
    ]) {
      expect([path, (await ada.fetch(`/files/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('sends headers that prevent scripts, and 304 for a known ETag', async () => {
    const ada = await newPerson(server);
    const { url } = await newUpload(ada, { purpose: 'avatar', file_name: 'Zoë "x".png' });
    const response = await ada.fetch(url);
    const body = await response.arrayBuffer();
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(Number(response.headers.get('content-length'))).toBe(body.byteLength);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="Zo_ _x_.webp"; filename*=UTF-8''Zo%C3%AB%20%22x%22.webp`,
    );
    const again = await ada.fetch(url, {
      headers: { 'if-none-match': `"other", W/${response.headers.get('etag')}` },
    });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const head = await ada.fetch(url, { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, body.byteLength]);
  });

  it('sends the requested byte range', async () => {
    const ada = await newPerson(server);
    const { url } = await newUpload(ada, { purpose: 'avatar' }, await newUploadedImage(200, 200, 'jpeg'));
    const whole = Buffer.from(await (await ada.fetch(url)).arrayBuffer());
    const size = whole.length;
    const part = async (headers: Record<string, string>) => {
      const response = await ada.fetch(url, { headers });
      return [
        response.status,
        response.headers.get('content-range'),
        Buffer.from(await response.arrayBuffer()),
      ] as const;
    };
    expect(await part({ range: 'bytes=2-5' })).toEqual([206, `bytes 2-5/${size}`, whole.subarray(2, 6)]);
    expect(await part({ range: 'bytes=-4' })).toEqual([
      206,
      `bytes ${size - 4}-${size - 1}/${size}`,
      whole.subarray(-4),
    ]);
    expect((await part({ range: `bytes=${size}-` })).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    expect(await part({ range: 'bytes=2-5', 'if-range': '"older"' })).toEqual([200, null, whole]);
  });

  it.each([
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=3-100', { start: 3, end: 9 }],
    ['bytes=-100', { start: 0, end: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=5-3', null],
    ['bytes=0-1,3-4', null],
    ['bytes=-', null],
    ['pages=1-2', null],
    [undefined, null],
  ])('reads the range %j of ten bytes as %j', (header, range) => {
    expect(parseByteRange(header, 10)).toEqual(range);
  });
});

describe('attachUploads', () => {
  it('returns uploads in the given order, and attaches them once', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const pending = [1, 2, 3].map(() => newUpload(ada, { purpose: 'post_image', space_id: space.id }));
    const ids = (await Promise.all(pending))
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect((await attach(ada, ids, 'post_image', space.id)).map(({ id }) => id)).toEqual(ids);
    await expect(attach(ada, ids.slice(0, 1), 'post_image', space.id)).rejects.toThrow("isn't yours");
  });

  it('rejects uploads of other users, spaces or purposes, duplicates and uploads older than a day', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const elsewhere = await newSpace(ada);
    const member = await newMember(server, space);
    const { id } = await newUpload(ada, { purpose: 'post_image', space_id: space.id });
    const later = new Date(Date.now() + attachWithin + 1000).toISOString();
    // One after the other, since all of them lock the same row.
    for (const attempt of [
      () => attach(member, [id], 'post_image', space.id),
      () => attach(ada, [id], 'post_image', elsewhere.id),
      () => attach(ada, [id], 'comment_image', space.id),
      () => attach(ada, [id, id], 'post_image', space.id),
      () => attach(ada, [newId()], 'post_image', space.id),
      () => attach(ada, [id], 'post_image', space.id, later),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'upload_not_found' });
    }
    expect(await attach(ada, [id], 'post_image', space.id)).toHaveLength(1);
  });
});

describe('sweep-uploads', () => {
  it('deletes unattached uploads with their objects, and nothing else when run again', async () => {
    const ada = await newPerson(server);
    const used = await newUpload(ada, { purpose: 'avatar' });
    await attach(ada, [used.id], 'avatar', null);
    const unused = await newUpload(ada, { purpose: 'avatar' });
    const { files } = server.running.platform;
    const job = sweepUploadsJob(server.running.platform);
    const left = async () => {
      const rows = server.db.selectFrom('uploads').select('id').where('id', 'in', [used.id, unused.id]);
      return (await rows.execute()).map(({ id }) => id);
    };
    const objectOf = (id: string) => files.open(`uploads/${id}/48.webp`);

    await job.run({});
    expect(await left()).toHaveLength(2);
    setClockOffset(sweptAfter + 60_000);
    // After an interrupted run, the next one deletes the remaining rows.
    const broken = { ...files, delete: async () => Promise.reject(new Error('storage away')) };
    await expect(sweepUploadsJob({ db: server.db, files: broken }).run({})).rejects.toThrow('storage away');
    expect(await left()).toHaveLength(2);
    await job.run({});
    await job.run({});
    expect(await left()).toEqual([used.id]);
    expect(await objectOf(unused.id)).toBeNull();
    const object = await objectOf(used.id);
    object?.body.destroy();
    expect(object).not.toBeNull();
  });
});
