import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nowMs, setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newFile, newPdf } from '#testing/samples/files.ts';
import { newUpload, newUploadedImage } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { deleteDetachedUploadsJob } from './detached/delete-detached-uploads.job.ts';
import { reservationLifetime, reservationStep, withReservedStorage } from './storage/reserve-storage.ts';
import { sweepUploadsJob } from './storage/sweep-uploads.job.ts';
import { largestOf, storeFile } from './store-file.ts';
import { requireUploadSpace, storeUpload } from './store-upload.ts';
import { sweptAfter } from './uploads.policy.ts';

const server = sharedServer();
afterEach(() => {
  setClockOffset(0);
  vi.restoreAllMocks();
});

const viewerOf = ({ user }: TestPerson) => ({ user_id: user.id, role: user.role, session_id: newId() });
const bodyOf = (bytes: Buffer | string) => Readable.from([Buffer.from(bytes)]);
const uploadsOf = async (person: TestPerson) =>
  await server.db
    .selectFrom('uploads')
    .select(['id', 'purpose', 'storage_key', 'detached_at'])
    .where('user_id', '=', person.user.id)
    .execute();
const reservationsOf = async (person: TestPerson) =>
  await server.db
    .selectFrom('upload_reservations')
    .select(['bytes', 'space_id', 'is_for_chat', 'expires_at'])
    .where('user_id', '=', person.user.id)
    .execute();

/** Inserts uploads by SQL: detached ones, or such that were never attached. */
async function insertUploads(person: TestPerson, count: number, fields: { detached_at?: string } = {}) {
  const space = await newSpace(person);
  const at = new Date(nowMs()).toISOString();
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    user_id: person.user.id,
    space_id: space.id,
    purpose: 'post_image',
    file_name: 'x.png',
    mime_type: 'image/png',
    byte_size: 1,
    width: 1,
    height: 1,
    color: '#000000',
    variants: JSON.stringify([]),
    created_at: at,
    attached_at: fields.detached_at ?? null,
    detached_at: fields.detached_at ?? null,
  }));
  await server.db.insertInto('uploads').values(rows).execute();
}

describe('The space of an upload', () => {
  const spaceOf = async (person: TestPerson, purpose: string, space_id?: string) =>
    await requireUploadSpace(server.running.platform, viewerOf(person), { purpose, space_id } as never);

  it('is none for avatars and chat, whatever is sent', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    for (const purpose of ['avatar', 'chat_image', 'chat_file'])
      expect(await spaceOf(ada, purpose, space.id)).toBeNull();
  });

  it('is needed for everything else, and must be one that the viewer may upload to', async () => {
    const [ada, bob] = [await newPerson(server), await newPerson(server)];
    const space = await newSpace(ada);
    expect(await spaceOf(ada, 'post_image', space.id)).toBe(space.id);
    await expect(spaceOf(ada, 'post_image')).rejects.toMatchObject({
      code: 'invalid_input',
      data: { issues: [{ path: 'space_id' }] },
    });
    await expect(spaceOf(bob, 'post_image', space.id)).rejects.toMatchObject({ code: 'membership_required' });
    await expect(spaceOf(ada, 'post_image', newId())).rejects.toMatchObject({ code: 'space_not_found' });
  });

  it('is never asked for images that only the server stores', async () => {
    await expect(spaceOf(await newPerson(server), 'link_image')).rejects.toThrow('Only the server');
  });
});

describe('An upload that can’t be recorded', () => {
  it('leaves neither objects nor a reservation', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const { files } = server.running.platform;
    const store = files.put.bind(files);
    const put = vi.spyOn(files, 'put').mockImplementation(async (...object) => {
      await store(...object);
      // The space is deleted meanwhile.
      await server.db.deleteFrom('spaces').where('id', '=', space.id).execute();
    });
    const remove = vi.spyOn(files, 'delete');
    const input = { user_id: ada.user.id, space_id: space.id, file_name: 'a.pdf', body: bodyOf(newPdf) };
    await expect(storeFile(server.running.platform, { ...input, purpose: 'post_file' })).rejects.toThrow();
    expect(put).toHaveBeenCalledOnce();
    expect(remove.mock.calls[0]).toEqual([put.mock.calls[0]?.[0]]);
    expect([await uploadsOf(ada), await reservationsOf(ada)]).toEqual([[], []]);
  });

  it('deletes all sizes of an image', async () => {
    const ada = await newPerson(server);
    const { files } = server.running.platform;
    const store = files.put.bind(files);
    const put = vi.spyOn(files, 'put').mockImplementation(async (...object) => {
      await store(...object);
      // The account is deleted meanwhile.
      await server.db.deleteFrom('users').where('id', '=', ada.user.id).execute();
    });
    const remove = vi.spyOn(files, 'delete');
    const body = bodyOf(await newUploadedImage(400, 400));
    const input = { user_id: ada.user.id, space_id: null, purpose: 'avatar' as const, file_name: 'a.png' };
    await expect(storeUpload(server.running.platform, { ...input, body })).rejects.toThrow();
    const keysOf = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.map(([key]) => key).toSorted();
    expect(keysOf(remove)).toEqual(keysOf(put));
    expect(put.mock.calls.length).toBeGreaterThan(1);
  });
});

describe('A reservation', () => {
  const reserve = <T>(
    person: TestPerson,
    fields: object,
    work: Parameters<typeof withReservedStorage<T>>[2],
  ) =>
    withReservedStorage(
      server.running.platform,
      { user_id: person.user.id, space_id: null, purpose: 'avatar', bytes: 1_000, ...fields },
      work,
    );

  it('has the stated length, grows by steps, and ends with the upload', async () => {
    const ada = await newPerson(server);
    const sizes: (number | undefined)[] = [];
    const note = async () => void sizes.push((await reservationsOf(ada))[0]?.bytes);
    const result = await reserve(ada, {}, async ({ require }) => {
      await note();
      for (const bytes of [1_000, 1_001, 1_000 + reservationStep, 1_001 + reservationStep, 30_000_000]) {
        await require(bytes);
        await note();
      }
      return 'done';
    });
    expect(result).toBe('done');
    expect(sizes).toEqual([
      1_000,
      1_000,
      1_000 + reservationStep,
      1_000 + reservationStep,
      1_000 + 2 * reservationStep,
      30_000_000,
    ]);
    expect(await reservationsOf(ada)).toEqual([]);
  });

  it('has a step for an unknown length, and ends if the upload fails', async () => {
    const ada = await newPerson(server);
    const failure = new Error('failed');
    const upload = reserve(ada, { bytes: null, purpose: 'chat_image' }, async () => {
      const [row] = await reservationsOf(ada);
      expect(row).toMatchObject({ bytes: reservationStep, space_id: null, is_for_chat: true });
      const left = Date.parse(row?.expires_at ?? '') - nowMs();
      expect(Math.abs(left - reservationLifetime)).toBeLessThan(60_000);
      throw failure;
    });
    await expect(upload).rejects.toBe(failure);
    expect(await reservationsOf(ada)).toEqual([]);
  });

  it('of a process that ended is deleted by the hourly job', async () => {
    const ada = await newPerson(server);
    let release = () => {};
    const upload = reserve(
      ada,
      {},
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await vi.waitFor(async () => expect(await reservationsOf(ada)).toHaveLength(1));
    const job = sweepUploadsJob(server.running.platform);
    await job.run({});
    expect(await reservationsOf(ada)).toHaveLength(1);
    setClockOffset(reservationLifetime + 1_000);
    await job.run({});
    expect(await reservationsOf(ada)).toEqual([]);
    release();
    await upload;
  });
});

describe('The jobs that delete uploads', () => {
  it('delete unused ones however many there are', async () => {
    const ada = await newPerson(server);
    await insertUploads(ada, 201);
    const job = sweepUploadsJob(server.running.platform);
    await job.run({});
    expect(await uploadsOf(ada)).toHaveLength(201);
    setClockOffset(sweptAfter + 60_000);
    await job.run({});
    expect(await uploadsOf(ada)).toEqual([]);
  });

  it('delete detached ones however many there are', async () => {
    const ada = await newPerson(server);
    await insertUploads(ada, 201, { detached_at: new Date().toISOString() });
    await deleteDetachedUploadsJob(server.running.platform).run({});
    expect(await uploadsOf(ada)).toEqual([]);
  });
});

describe('A download', () => {
  it('continues from a range of the version that the client has', async () => {
    const ada = await newPerson(server);
    const { url } = await newUpload(ada, { purpose: 'avatar' });
    const etag = (await ada.fetch(url)).headers.get('etag') ?? '';
    const part = await ada.fetch(url, { headers: { range: 'bytes=0-3', 'if-range': etag } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
    const beyond = await ada.fetch(url, { headers: { range: 'bytes=9999999-' } });
    expect([beyond.status, beyond.headers.get('cache-control')]).toEqual([416, 'no-store']);
    const any = await ada.fetch(url, { headers: { 'if-none-match': '*' } });
    expect(any.status).toBe(304);
  });

  it('of a missing object isn’t found, and not kept by caches', async () => {
    const ada = await newPerson(server);
    const { id, url } = await newUpload(ada, { purpose: 'avatar' });
    await ada.call('update_avatar', { upload_id: id });
    await server.running.platform.files.delete(`uploads/${id}/192.webp`);
    const response = await ada.fetch(url);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('of a document is saved, and kept for its viewer alone', async () => {
    const ada = await newPerson(server);
    const file = await newFile(ada, { purpose: 'chat_file', file_name: 'plan.pdf' }, newPdf);
    const response = await ada.fetch(file.url);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="plan.pdf"/);
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
  });
});

it('A deleted upload is gone even if its objects can’t be deleted yet', async () => {
  const ada = await newPerson(server);
  const { id } = await newUpload(ada, { purpose: 'avatar' });
  vi.spyOn(server.running.platform.files, 'delete').mockRejectedValue(new Error('storage away'));
  expect(await ada.call('delete_upload', { upload_id: id })).toEqual({ deleted: true });
  expect(await uploadsOf(ada)).toEqual([]);
});

it('A form accepts bodies up to the size of its largest kind of file', () => {
  expect(largestOf({ kind: 'file', max_bytes: { document: 5, video: 9, recording: 7 } })).toBe(9);
});
