import { request as httpRequest } from 'node:http';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { requireDiskSpace } from '#server/platform/files/disk-space.ts';
import { newId } from '#server/platform/ids.ts';
import { unavailableFailures } from '#server/platform/unavailable.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { expectError } from '#testing/responses.ts';
import { newChatters } from '#testing/samples/conversations.ts';
import { newFile, newPdf, sendFile } from '#testing/samples/files.ts';
import { newUpload, newUploadedImage } from '#testing/samples/images.ts';
import { ownServer } from '#testing/server.ts';
import { deleteDetachedUploadsJob } from '../detached/delete-detached-uploads.job.ts';
import { reservationLifetime } from './reserve-storage.ts';
import { denialReasonForStorage } from './storage.policy.ts';
import { sweepUploadsJob } from './sweep-uploads.job.ts';

const server = ownServer('it has small storage limits', {
  UNUSED_UPLOADS_LIMIT: '100 KB',
  CHAT_STORAGE_LIMIT: '120 KB',
  SPACE_STORAGE_LIMIT: '150 KB',
});
afterEach(() => {
  setClockOffset(0);
  vi.restoreAllMocks();
});

const kilobyte = 1024;
/** Uploads a document of this many bytes. */
const documentOf = (bytes: number) => newPdf.padEnd(bytes, ' ');
const sent = (spaceId: string) => ({ purpose: 'post_file', space_id: spaceId, file_name: 'a.pdf' }) as const;
const send = (person: TestPerson, spaceId: string, bytes: number) =>
  sendFile(person, sent(spaceId), documentOf(bytes));

/** Returns the stored counters, and the sums of the files themselves. */
async function readCounters() {
  const stored = await sql<{ id: string; bytes: number }>`
    select user_id as id, bytes from user_storage where bytes <> 0
    union all select space_id, bytes from space_storage where bytes <> 0 order by 1`.execute(server.db);
  const counted = await sql<{ id: string; bytes: number }>`
    select user_id as id, sum(stored_bytes)::bigint as bytes from uploads
    where (attached_at is null or (space_id is null and purpose not like 'chat%')) and purpose <> 'link_image' group by 1
    union all select space_id, sum(stored_bytes)::bigint from uploads where space_id is not null group by 1
    order by 1`.execute(server.db);
  return { stored: stored.rows, counted: counted.rows };
}
const usedBy = async (owner: TestPerson, spaceId: string) =>
  (await owner.call('get_space_storage', { space_id: spaceId })).used_bytes;
const reservations = async () =>
  (await server.db.selectFrom('upload_reservations').selectAll().execute()).length;

describe("A user's unattached uploads", () => {
  it('have a limit that is checked before the body is read', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    await newFile(owner, sent(space.id), documentOf(60 * kilobyte));
    const { port } = new URL(server.url);
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `/api/uploads/files?${new URLSearchParams(sent(space.id))}`,
          headers: { cookie: owner.cookieHeader(), 'content-length': 41 * kilobyte },
        },
        (response) => {
          resolve(response.statusCode);
          request.destroy();
        },
      );
      request.on('error', reject);
      // Only the headers are sent, never the body.
      request.flushHeaders();
    });
    expect(status).toBe(409);
    await expectError(await send(owner, space.id, 41 * kilobyte), 'upload_quota_reached');
    expect((await send(owner, space.id, 39 * kilobyte)).status).toBe(200);
    expect(await reservations()).toBe(0);
  });

  it('are counted for each user, until they are posted', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    const file = await newFile(owner, sent(space.id), documentOf(70 * kilobyte));
    await expectError(await send(owner, space.id, 40 * kilobyte), 'upload_quota_reached');
    expect((await send(member, space.id, 40 * kilobyte)).status).toBe(200);
    await newPost(owner, space, { upload_ids: [file.id] });
    expect((await send(owner, space.id, 40 * kilobyte)).status).toBe(200);
  });

  it('in chat count toward a limit of their own once they are sent, until their message is deleted', async () => {
    const [writer, other] = (await newChatters(server, 2)) as [TestPerson, TestPerson];
    const { conversation } = await writer.call('get_or_create_conversation', { user_id: other.user.id });
    const file = { purpose: 'chat_file', file_name: 'a.pdf' } as const;
    const { id } = await newFile(writer, file, documentOf(70 * kilobyte));
    const { message } = await writer.call('send_message', {
      conversation_id: conversation.id,
      client_id: newId(),
      content: 'A file',
      upload_ids: [id],
    });
    await expectError(await sendFile(writer, file, documentOf(60 * kilobyte)), 'chat_storage_full');
    expect((await sendFile(other, file, documentOf(60 * kilobyte))).status).toBe(200);
    // The limit is that of chat alone, also of what is being received.
    const space = await newSpace(writer);
    const received = {
      id: newId(),
      user_id: writer.user.id,
      space_id: null,
      is_for_chat: false,
      bytes: 50 * kilobyte,
    };
    const expires_at = new Date(Date.now() + reservationLifetime).toISOString();
    await server.db
      .insertInto('upload_reservations')
      .values({ ...received, expires_at })
      .execute();
    expect((await sendFile(writer, file, documentOf(kilobyte))).status).toBe(200);
    await server.db.deleteFrom('upload_reservations').where('id', '=', received.id).execute();
    expect((await send(writer, space.id, 60 * kilobyte)).status).toBe(200);
    await writer.call('delete_message', { message_id: message.id });
    await deleteDetachedUploadsJob(server.running.platform).run({});
    expect((await sendFile(writer, file, documentOf(30 * kilobyte))).status).toBe(200);
  });

  it('are deleted by the hourly job a day later', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    await newFile(owner, sent(space.id), documentOf(90 * kilobyte));
    setClockOffset(26 * 60 * 60 * 1000);
    await sweepUploadsJob(server.running.platform).run({});
    expect(await usedBy(owner, space.id)).toBe(0);
    setClockOffset(0);
    expect((await send(owner, space.id, 90 * kilobyte)).status).toBe(200);
  });

  it('include profile photos', async () => {
    const person = await newPerson(server);
    const { id } = await newUpload(person, { purpose: 'avatar' }, await newUploadedImage(192, 192));
    await person.call('update_avatar', { upload_id: id });
    const { rows } = await sql<{ bytes: number }>`
      select bytes from user_storage where user_id = ${person.user.id}`.execute(server.db);
    expect(rows[0]?.bytes).toBeGreaterThan(0);
  });
});

describe('Upload of unknown length', () => {
  /** Sends a document in chunks, without its length. */
  const sendChunked = (person: TestPerson, spaceId: string, bytes: number) =>
    person.fetch(`/api/uploads/files?${new URLSearchParams(sent(spaceId))}`, {
      method: 'POST',
      body: new Blob([documentOf(bytes)]).stream(),
      headers: { 'content-type': 'application/octet-stream' },
      duplex: 'half',
    } as RequestInit);

  it('is rejected if the first reservation step does not fit', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    // One step is 4 MB, more than the limit here.
    await expectError(await sendChunked(owner, space.id, kilobyte), 'upload_quota_reached');
  });

  it('is aborted when it exceeds the limit, and stores nothing', async () => {
    const { config } = server.running.platform;
    const { unusedUploadsLimit, spaceStorageLimit } = config;
    onTestFinished(() => void Object.assign(config, { unusedUploadsLimit, spaceStorageLimit }));
    Object.assign(config, { unusedUploadsLimit: 9 * 1024 * kilobyte, spaceStorageLimit: null });
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    await expectError(await sendChunked(owner, space.id, 13 * 1024 * kilobyte), 'upload_quota_reached');
    expect((await sendChunked(owner, space.id, 7 * 1024 * kilobyte)).status).toBe(200);
    expect(await usedBy(owner, space.id)).toBe(7 * 1024 * kilobyte);
    expect(await reservations()).toBe(0);
  });
});

describe('Storage of a space', () => {
  it('has one limit for all members together', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const members = [await newMember(server, space), await newMember(server, space)];
    for (const member of members) expect((await send(member, space.id, 60 * kilobyte)).status).toBe(200);
    await expectError(await send(owner, space.id, 31 * kilobyte), 'space_storage_full');
    expect((await send(owner, space.id, 29 * kilobyte)).status).toBe(200);
    const other = await newSpace(owner);
    expect((await send(owner, other.id, 31 * kilobyte)).status).toBe(200);
  });

  it('is returned with its limit to moderators', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    await newFile(owner, sent(space.id), documentOf(10 * kilobyte));
    expect(await owner.call('get_space_storage', { space_id: space.id })).toEqual({
      used_bytes: 10 * kilobyte,
      limit_bytes: 150 * kilobyte,
    });
    await expect(member.call('get_space_storage', { space_id: space.id })).rejects.toMatchObject({
      code: 'not_allowed',
    });
  });
});

describe('Concurrent uploads', () => {
  it('never exceed a limit together, and release what they reserved', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => send(owner, space.id, 30 * kilobyte)),
    );
    const taken = responses.filter(({ status }) => status === 200).length;
    expect(taken).toBe(3);
    expect(await usedBy(owner, space.id)).toBe(taken * 30 * kilobyte);
    expect(await reservations()).toBe(0);
  });

  it('count an upload in progress until it is aborted or its reservation expires', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const reservation = {
      id: newId(),
      user_id: owner.user.id,
      space_id: space.id,
      is_for_chat: false,
      bytes: 80 * kilobyte,
      expires_at: new Date(Date.now() + reservationLifetime).toISOString(),
    };
    await server.db.insertInto('upload_reservations').values(reservation).execute();
    await expectError(await send(owner, space.id, 30 * kilobyte), 'upload_quota_reached');
    setClockOffset(reservationLifetime + 1_000);
    expect((await send(owner, space.id, 30 * kilobyte)).status).toBe(200);
    await sweepUploadsJob(server.running.platform).run({});
    expect(await reservations()).toBe(0);
  });

  it('release what they reserved when the file is rejected', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const program = { purpose: 'post_file', space_id: space.id, file_name: 'a.exe' } as const;
    await expectError(await sendFile(owner, program, 'MZ'.padEnd(80 * kilobyte)), 'unsupported_file_type');
    expect(await reservations()).toBe(0);
    expect((await send(owner, space.id, 80 * kilobyte)).status).toBe(200);
  });
});

describe('Free disk space', () => {
  it('has a minimum, and uploads below it fail with a message', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const { config, files } = server.running.platform;
    vi.spyOn(files, 'freeBytes').mockResolvedValue(config.freeDiskFloor + 30 * kilobyte);
    const countRejections = async () =>
      (await unavailableFailures.get()).values.find(({ labels }) => labels.reason === 'disk')?.value ?? 0;
    const before = await countRejections();
    const rejected = await send(owner, space.id, 20 * kilobyte);
    expect(rejected.status).toBe(503);
    expect(await countRejections()).toBe(before + 1);
    expect(await rejected.json()).toMatchObject({
      error: {
        code: 'unavailable',
        message: "The server is low on disk space. Files can't be uploaded right now.",
      },
    });
    expect((await send(owner, space.id, 10 * kilobyte)).status).toBe(200);
  });

  it('is measured when files are stored on disk', async () => {
    expect(await server.running.platform.files.freeBytes()).toBeGreaterThan(0);
  });
});

it('keeps the storage counters equal to the sum of the files', async () => {
  const owner = await newPerson(server);
  const [space, doomed] = [await newSpace(owner), await newSpace(owner)];
  const file = await newFile(owner, sent(space.id), documentOf(20 * kilobyte));
  const image = await newUpload(
    owner,
    { purpose: 'post_image', space_id: space.id },
    await newUploadedImage(300, 200),
  );
  await newFile(owner, sent(doomed.id), documentOf(5 * kilobyte));
  await newPost(owner, space, { upload_ids: [file.id, image.id] });
  await Promise.all([1, 2, 3].map((size) => send(owner, space.id, size * kilobyte)));
  const before = await readCounters();
  expect(before.stored).toEqual(before.counted);
  expect(before.stored.length).toBeGreaterThan(0);

  setClockOffset(26 * 60 * 60 * 1000);
  await sweepUploadsJob(server.running.platform).run({});
  await sql`delete from uploads where id = ${(await newFile(owner, sent(space.id), documentOf(2_000))).id}`.execute(
    server.db,
  );
  const after = await readCounters();
  expect(after.stored).toEqual(after.counted);
  expect(after.stored).not.toEqual(before.stored);
});

describe('Storage policy', () => {
  const limits = { person: 100, chat: 50, space: 1_000 };
  it.each([
    [{ person: 90, chat: null, space: 0 }, 10, null],
    [{ person: 90, chat: null, space: 0 }, 11, 'upload_quota_reached'],
    [{ person: 0, chat: null, space: 990 }, 10, null],
    [{ person: 0, chat: null, space: 990 }, 11, 'space_storage_full'],
    [{ person: 0, chat: null, space: null }, 100, null],
    [{ person: 0, chat: 40, space: null }, 10, null],
    [{ person: 0, chat: 40, space: null }, 11, 'chat_storage_full'],
  ])('with %j used, %i more bytes: %s', (used, bytes, code) => {
    expect(denialReasonForStorage(used, bytes, limits)?.code ?? null).toBe(code);
  });

  it('has no limit for a space without one, and no minimum for object storage', () => {
    expect(
      denialReasonForStorage({ person: 0, chat: null, space: 10 ** 12 }, 1, {
        person: 100,
        chat: 50,
        space: null,
      }),
    ).toBeNull();
    requireDiskSpace(null, 10 ** 12, 1, 100);
    requireDiskSpace(300, 50, 50, 100);
    expect(() => requireDiskSpace(299, 50, 50, 100)).toThrow('low on disk space');
  });
});
