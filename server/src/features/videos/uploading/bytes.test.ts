import { readFile } from 'node:fs/promises';
import { request as openRequest } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newMovie, sendPart, startVideoUpload } from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';
import { bytesUrl } from './bytes.routes.ts';

const server = sharedServer();
const file = newMovie(60, 400_000);
let owner: TestPerson;
let space: Space;

beforeEach(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
});

const start = () => startVideoUpload(server, owner, space, { file, isSent: false });
const stored = (id: string) => readFile(join(server.running.platform.config.dataDir, 'incoming/videos', id));
const ask = (id: string, headers: Record<string, string> = {}) =>
  owner.fetch(bytesUrl(id), { method: 'HEAD', headers: { 'tus-resumable': '1.0.0', ...headers } });
const arrived = async (id: string) => (await ask(id)).headers.get('upload-offset');
const partHeaders = (offset: number | string) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

/** Sends the first bytes of a part that announces the rest of the file, and keeps the connection open. */
async function startPart(id: string, offset: number, bytes: number) {
  const request = openRequest(server.running.url + bytesUrl(id), {
    method: 'PATCH',
    headers: { ...partHeaders(offset), 'content-length': file.length - offset, cookie: owner.cookieHeader() },
  });
  const closed = new Promise<void>((resolve) => request.once('close', resolve));
  request.on('error', () => {});
  request.write(file.subarray(offset, offset + bytes));
  await expect.poll(async () => (await stored(id)).length).toBe(offset + bytes);
  return { request, closed };
}

/** Forwards to the server, and cuts the first connections after some bytes. */
async function openCutLink(mostCuts: number, bytes: number) {
  const sockets = new Set<Socket>();
  const target = new URL(server.running.url);
  let cuts = 0;
  const link = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let passed = 0;
    near.on('data', (part) => {
      passed += part.length;
      if (passed < bytes || cuts === mostCuts) return;
      cuts += 1;
      near.destroy();
      far.destroy();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => link.listen(0, '127.0.0.1', resolve));
  const address = link.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cuts: () => cuts,
    close() {
      for (const socket of sockets) socket.destroy();
      link.close();
    },
  };
}

describe('The bytes of a video', () => {
  it('are asked for by their number, which is not cached', async () => {
    const id = await start();
    await sendPart(owner, id, 0, file.subarray(0, 1000));
    const { status, headers } = await ask(id);
    expect([status, headers.get('upload-offset'), headers.get('upload-length')]).toEqual([
      200,
      '1000',
      String(file.length),
    ]);
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['without the version of the protocol', { 'tus-resumable': '' }, 412],
    ['of another version', { 'tus-resumable': '0.2.2' }, 412],
    ['of another type', { 'content-type': 'video/mp4' }, 415],
    ['without a place', { 'upload-offset': '' }, 400],
    ['with a place that is no number', { 'upload-offset': '-1' }, 400],
    ['that would leave a gap', { 'upload-offset': '5' }, 409],
    ['that is longer than the rest', { 'upload-offset': String(file.length - 5) }, 413],
  ])('are refused %s', async (_, headers, status) => {
    const id = await start();
    const body = new Uint8Array(file.subarray(0, 10));
    const init = { method: 'PATCH', body, headers: { ...partHeaders(0), ...headers } };
    expect((await owner.fetch(bytesUrl(id), init)).status).toBe(status);
    expect(await stored(id)).toHaveLength(0);
  });

  it('are refused without a length, since they could be of any size', async () => {
    const id = await start();
    const body = new Blob([new Uint8Array(file)]).stream();
    const init = { method: 'PATCH', body, duplex: 'half', headers: partHeaders(0) } as const;
    expect((await owner.fetch(bytesUrl(id), init)).status).toBe(411);
    expect(await stored(id)).toHaveLength(0);
  });

  it('remain as far as they arrived when the connection is lost', async () => {
    const id = await start();
    const { request, closed } = await startPart(id, 0, 150_000);
    request.destroy();
    await closed;
    expect(await arrived(id)).toBe('150000');
    expect((await sendPart(owner, id, 150_000, file.subarray(150_000))).status).toBe(204);
    expect((await stored(id)).equals(file)).toBe(true);
  });

  it('are taken from a client that is back before the server noticed that its connection was lost', async () => {
    const id = await start();
    const first = await startPart(id, 0, 100_000);
    expect(await arrived(id)).toBe('100000');
    await first.closed;
    const second = await startPart(id, 100_000, 50_000);
    expect((await sendPart(owner, id, 100_000, file.subarray(100_000))).status).toBe(409);
    await second.closed;
    expect((await sendPart(owner, id, 150_000, file.subarray(150_000))).status).toBe(204);
    expect((await stored(id)).equals(file)).toBe(true);
  });

  it('arrive whole over a link that is cut again and again', async () => {
    const id = await start();
    const link = await openCutLink(5, 70_000);
    try {
      await new Promise<void>((resolve, reject) => {
        new Upload(file, {
          uploadUrl: link.url + bytesUrl(id),
          chunkSize: 50_000,
          retryDelays: Array<number>(20).fill(1),
          storeFingerprintForResuming: false,
          headers: { cookie: owner.cookieHeader() },
          onSuccess: () => resolve(),
          onError: reject,
        }).start();
      });
      expect(link.cuts()).toBe(5);
      expect((await stored(id)).equals(file)).toBe(true);
    } finally {
      link.close();
    }
  });
});
