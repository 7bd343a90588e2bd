import { createServer, type IncomingMessage, request as openRequest } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { holdQueries } from '#testing/lock-waits.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sendRaw } from '#testing/raw-http.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newMovie, sendPart, startVideoUpload } from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { bytesUrl } from './bytes.routes.ts';
import { openIncomingVideos } from './incoming-videos.ts';

const server = sharedServer();
const file = newMovie(60, 200_000);
const megabyte = 1024 * 1024;
let owner: TestPerson;
let admin: TestPerson;
let space: Space;

beforeEach(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
});

const start = (person = owner) => startVideoUpload(server, person, space, { file, isSent: false });
const statusFor = async (
  person: Pick<TestPerson, 'fetch'>,
  id: string,
  method: 'HEAD' | 'PATCH' = 'HEAD',
) => {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  const body = method === 'PATCH' ? { body: new Uint8Array(file.subarray(0, 10)) } : {};
  return (await person.fetch(`/api/video-uploads/${id}/bytes`, { method, headers, ...body })).status;
};

describe('The bytes of a video', () => {
  it('are neither taken from nor counted for anyone but who started the upload', async () => {
    const id = await start();
    const other = await newPerson(server);
    await newSpace(other);
    for (const method of ['HEAD', 'PATCH'] as const) {
      expect(await statusFor(admin, id, method)).toBe(404);
      expect(await statusFor(other, id, method)).toBe(403);
      expect(await statusFor(server.client(), id, method)).toBe(401);
      expect(await statusFor(owner, newId(), method)).toBe(404);
    }
    expect(await statusFor(owner, id)).toBe(200);
  });

  it.each(['..%2f..%2fetc%2fpasswd', '%2e%2e', 'x', `${'a'.repeat(36)}`, '%00'])(
    'are not looked for at the id %s',
    async (id) => {
      expect(await statusFor(owner, id)).toBe(404);
    },
  );

  it.each([
    ['NaN', 400],
    ['1e3', 400],
    ['0x10', 400],
    ['9999999999999999', 400],
    ['999999999999999', 413],
    ['0, 0', 400],
  ])('are refused with the place %s', async (offset, status) => {
    const id = await start();
    const response = await sendRaw(
      server.running.url,
      `PATCH ${bytesUrl(id)} HTTP/1.1\r\nHost: ${new URL(server.running.url).host}\r\nConnection: close\r\n` +
        `Cookie: ${owner.cookieHeader()}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: ${offset}\r\n` +
        'Content-Type: application/offset+octet-stream\r\nContent-Length: 4\r\n\r\nabcd',
    );
    expect(response.status).toBe(status);
  });

  it.each([
    'Upload-Offset: 0\r\nUpload-Offset: 5\r\nContent-Length: 4',
    'Upload-Offset: 0\r\nContent-Length: 4\r\nContent-Length: 9',
    'Upload-Offset: 0\r\nContent-Length: 4\r\nTransfer-Encoding: chunked',
    'Upload-Offset: 0\r\nContent-Length: -4',
  ])('are refused with headers that contradict each other: %j', async (headers) => {
    const id = await start();
    const response = await sendRaw(
      server.running.url,
      `PATCH ${bytesUrl(id)} HTTP/1.1\r\nHost: ${new URL(server.running.url).host}\r\nConnection: close\r\n` +
        `Cookie: ${owner.cookieHeader()}\r\nTus-Resumable: 1.0.0\r\n` +
        `Content-Type: application/offset+octet-stream\r\n${headers}\r\n\r\nabcd`,
    );
    expect(response.status).toBe(400);
  });

  it('are refused in a part that is larger than one request may be', async () => {
    const { video_upload } = await owner.call('create_video_upload', {
      space_id: space.id,
      file_name: 'large.mp4',
      byte_size: 100 * megabyte,
      last_modified: 1,
    });
    const status = await new Promise<number | string>((resolve) => {
      const request = openRequest(server.running.url + bytesUrl(video_upload.id), {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': 65 * megabyte,
          cookie: owner.cookieHeader(),
        },
      });
      request.on('response', ({ statusCode }) => resolve(statusCode ?? 0));
      request.on('error', ({ message }) => resolve(message));
      request.setTimeout(3_000, () => request.destroy(new Error('the server waits for the bytes')));
      request.write(Buffer.alloc(1000));
    });
    expect(status).toBe(413);
    await owner.call('cancel_video_upload', { video_upload_id: video_upload.id });
  });

  it('add up when many requests send the same part at once', async () => {
    const id = await start();
    const parts = await Promise.allSettled(
      Array.from({ length: 12 }, () => sendPart(owner, id, 0, file.subarray(0, 50_000))),
    );
    expect(parts.some((part) => part.status === 'fulfilled' && part.value.status >= 500)).toBe(false);
    const { headers } = await owner.fetch(bytesUrl(id), {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    const arrived = Number(headers.get('upload-offset'));
    expect(arrived).toBeLessThanOrEqual(50_000);
    expect((await sendPart(owner, id, arrived, file.subarray(arrived))).status).toBe(204);
    expect(await outcomeOf(owner.call('finish_video_upload', { video_upload_id: id }))).toBe('done');
  });

  it('are refused after the role was lost or the classroom was turned off', async () => {
    const id = await start(admin);
    await owner.call('set_member_role', { space_id: space.id, user_id: admin.user.id, role: 'member' });
    const finish = () => outcomeOf(admin.call('finish_video_upload', { video_upload_id: id }));
    expect([await statusFor(admin, id), await statusFor(admin, id, 'PATCH')]).toEqual([404, 404]);
    expect(await finish()).toBe('video_upload_not_found');
    await owner.call('set_member_role', { space_id: space.id, user_id: admin.user.id, role: 'admin' });
    expect(await statusFor(admin, id)).toBe(404);
    const other = await start(admin);
    // Also if nothing was deleted.
    await setRole(server, space.id, admin.user.id, 'member');
    expect([await statusFor(admin, other), await statusFor(admin, other, 'PATCH')]).toEqual([403, 403]);
    await setRole(server, space.id, admin.user.id, 'admin');
    const mine = await start();
    await owner.call('update_space', { space_id: space.id, feature_classroom_enabled: false });
    expect(await statusFor(owner, mine, 'PATCH')).toBeGreaterThanOrEqual(400);
    await owner.call('update_space', { space_id: space.id, feature_classroom_enabled: true });
  });
});

describe('A part that is being received', () => {
  const finish = (id: string) => outcomeOf(owner.call('finish_video_upload', { video_upload_id: id }));

  /** Sends the first half of a part. */
  async function beginPart(person: TestPerson, id: string) {
    const half = file.length / 2;
    const request = openRequest(server.running.url + bytesUrl(id), {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': file.length,
        cookie: person.cookieHeader(),
      },
    });
    const status = new Promise<number | string>((resolve) => {
      request.on('response', ({ statusCode }) => resolve(statusCode ?? 0));
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    request.write(file.subarray(0, half));
    const incoming = openIncomingVideos(server.running.platform);
    await expect.poll(() => incoming.countReceived(id)).toBe(half);
    return { status, sendRest: () => request.end(file.subarray(half)) };
  }

  const ofAdmin = () => ({ space_id: space.id, user_id: admin.user.id });
  it.each([
    ['loses the role', () => owner.call('set_member_role', { ...ofAdmin(), role: 'member' })],
    ['is removed', () => owner.call('remove_member', ofAdmin())],
  ])('is refused at its end if its editor %s meanwhile', async (_what, lose) => {
    const id = await start(admin);
    const { status, sendRest } = await beginPart(admin, id);
    await lose();
    sendRest();
    // The server may have noticed before, and closed the connection.
    expect([423, 'ECONNRESET']).toContain(await status);
    expect(await statusFor(admin, id)).toBeGreaterThanOrEqual(403);
  });

  it('is ended if its editor loses the role and it never ends', async () => {
    const id = await start(admin);
    const { status } = await beginPart(admin, id);
    await owner.call('set_member_role', { ...ofAdmin(), role: 'member' });
    expect(await status).toBe('ECONNRESET');
  });

  it('is neither begun nor ended while the video is being stored', async () => {
    const id = await start();
    await sendPart(owner, id, 0, file);
    const { held, release } = holdQueries(/insert into "?videos"?/);
    const finishing = finish(id);
    await held;
    expect((await sendPart(owner, id, file.length, Buffer.alloc(0))).status).toBe(423);
    release();
    expect(await finishing).toBe('done');
  });
});

it('A request that is interrupted before its first byte was written ends', async () => {
  const incoming = openIncomingVideos(server.running.platform);
  const id = await start();
  // A body of HTTP: other streams end by themselves.
  const body = await new Promise<IncomingMessage>((resolve) => {
    const receiver = createServer(resolve).listen(0, () => {
      const address = receiver.address();
      const port = typeof address === 'object' ? address?.port : null;
      openRequest({ port, method: 'PATCH' })
        .on('error', () => receiver.close())
        .end(file.subarray(0, 50_000));
    });
  });
  const appended = incoming.append(id, 0, body).catch(() => 'ended');
  await incoming.interrupt(id);
  expect(await appended).toBe('ended');
  await incoming.remove(id);
});

describe('A video that is canceled while it is stored', () => {
  it('is stored or gone if its row was about to be written, without an error of the server', async () => {
    const id = await start();
    await sendPart(owner, id, 0, file);
    const { held, release } = holdQueries(/insert into "?videos"?/);
    const finishing = outcomeOf(owner.call('finish_video_upload', { video_upload_id: id }));
    await held;
    const canceling = owner.call('cancel_video_upload', { video_upload_id: id });
    await canceling;
    release();
    expect(['done', 'video_upload_not_found']).toContain(await finishing);
  });

  it('is stored or gone if its file was about to be stored, without an error of the server', async () => {
    const id = await start();
    await sendPart(owner, id, 0, file);
    const { held, release } = holdQueries(/insert into "?uploads"?/);
    const finishing = outcomeOf(owner.call('finish_video_upload', { video_upload_id: id }));
    await held;
    await owner.call('cancel_video_upload', { video_upload_id: id });
    release();
    expect(['done', 'video_upload_not_found']).toContain(await finishing);
  });
});
