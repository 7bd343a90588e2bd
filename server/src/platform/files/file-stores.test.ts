import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '#testing/fakes/s3-server.ts';
import { unavailableReason } from '../unavailable.ts';
import { createFileStore } from './create-file-store.ts';
import type { FileStore } from './file-store.ts';

let folder: string;
let s3: S3Server;
let stores: { local: FileStore; bucket: FileStore };

const bucketStore = (settings: Partial<S3Server> = {}) => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = { ...s3, ...settings };
  const region = 'us-east-1';
  return createFileStore({ dataDir: folder, s3: { endpoint, region, bucket, accessKeyId, secretAccessKey } });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-files-'));
  s3 = await startS3Server();
  stores = { local: createFileStore({ s3: null, dataDir: folder }), bucket: bucketStore() };
});

afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

async function listAll(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('ab')) keys.push(key);
  return keys;
}

async function textOf(opened: { body: Readable } | null): Promise<string | null> {
  return opened && (await buffer(opened.body)).toString();
}

for (const kind of ['local', 'bucket'] as const) {
  describe(`The file store: ${kind}`, () => {
    it('lists only the objects of a folder, with their age', async () => {
      const names = ['list/one/1.webp', 'list/one/2.webp', 'list/two/1.webp'];
      for (const key of [...names, 'listed/other.webp']) {
        await stores[kind].put(key, Buffer.from('x'), 'image/webp');
      }
      const found: string[] = [];
      for await (const { key, modified_ms } of stores[kind].list('list')) {
        found.push(key);
        expect(Math.abs(Date.now() - modified_ms)).toBeLessThan(60_000);
      }
      expect(found.sort()).toEqual(names);
      const none: string[] = [];
      for await (const { key } of stores[kind].list('nothing-here')) none.push(key);
      expect(none).toEqual([]);
    });

    it('returns a stored object, in whole or in part', async () => {
      await stores[kind].put('ab/one/960.webp', Buffer.from('0123456789'), 'image/webp');
      const whole = await stores[kind].open('ab/one/960.webp');
      expect(whole?.size).toBe(10);
      expect(await textOf(whole)).toBe('0123456789');
      const part = await stores[kind].open('ab/one/960.webp', { start: 2, end: 4 });
      expect(part?.size).toBe(10);
      expect(await textOf(part)).toBe('234');
    });

    it('replaces an object with the same key', async () => {
      await stores[kind].put('ab/two', Buffer.from('first and long'), 'text/plain');
      await stores[kind].put('ab/two', Buffer.from('second'), 'text/plain');
      expect(await textOf(await stores[kind].open('ab/two'))).toBe('second');
    });

    it('returns null for a missing object and allows deleting it twice', async () => {
      expect(await stores[kind].open('ab/none')).toBeNull();
      await stores[kind].put('ab/three', Buffer.from('x'), 'text/plain');
      await stores[kind].delete('ab/three');
      await stores[kind].delete('ab/three');
      expect(await stores[kind].open('ab/three')).toBeNull();
    });

    it.each([
      '../secret',
      'a/../../secret',
      '/etc/passwd',
      'a//b',
      '',
      '.hidden',
      'a/.part',
      'a\u0000b',
      'a\\b',
      'A'.repeat(9),
      'a'.repeat(501),
    ])('rejects the key %j', async (key) => {
      await expect(stores[kind].put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('Invalid file key');
      await expect(stores[kind].open(key)).rejects.toThrow('Invalid file key');
      await expect(stores[kind].delete(key)).rejects.toThrow('Invalid file key');
    });
  });
}

describe('The local file store', () => {
  it('leaves only complete files, in sharded folders', async () => {
    const data = join(folder, 'sharded');
    const store = createFileStore({ s3: null, dataDir: data });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.put(`aa/${n}`, Buffer.from(`${n}`), 'text/plain')),
    );
    const files = (await readdir(join(data, 'files'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    );
    expect(files.map((file) => file.name).sort()).toEqual(
      Array.from({ length: 20 }, (_, n) => `${n}`).sort(),
    );
    expect((await readdir(join(data, 'files'))).length).toBeGreaterThan(5);
    expect(await readFile(join(files[0]?.parentPath ?? '', files[0]?.name ?? ''), 'utf8')).toBe(
      files[0]?.name,
    );
  });

  it('throws if the disk fails, and leaves no partial file', async () => {
    const data = join(folder, 'blocked');
    await writeFile(data, 'a file where the folder should be');
    const store = createFileStore({ s3: null, dataDir: data });
    await expect(store.put('aa/x', Buffer.from('x'), 'text/plain')).rejects.toThrow();
    expect(await store.open('aa/x')).toBeNull();
  });
});

describe('The bucket file store', () => {
  it('has the bucket in the path if an endpoint is set', async () => {
    await stores.bucket.put('ab/path-style', Buffer.from('x'), 'image/webp');
    expect(s3.requests).toContain('PUT /images/ab/path-style');
    expect(s3.typeOf('ab/path-style')).toBe('image/webp');
  });

  it('stores streams', async () => {
    const chunks = Array.from({ length: 50 }, (_, n) => Buffer.alloc(40_000, n));
    const content = Buffer.concat(chunks);
    await stores.bucket.put('ab/video', { size: content.length, stream: Readable.from(chunks) }, 'video/mp4');
    const opened = await stores.bucket.open('ab/video');
    expect(opened?.size).toBe(content.length);
    expect((await buffer(opened?.body ?? Readable.from([]))).equals(content)).toBe(true);
  });

  it('throws if a stream fails, and stores nothing', async () => {
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('the disk failed');
      })(),
    );
    await expect(stores.bucket.put('ab/half', { size: 100, stream }, 'video/mp4')).rejects.toThrow(
      'could not be read',
    );
    expect(await stores.bucket.open('ab/half')).toBeNull();
  });

  it('tries three times if the storage is busy, but a stream only once', async () => {
    s3.failNext(2);
    await stores.bucket.put('ab/busy', Buffer.from('x'), 'text/plain');
    expect(await textOf(await stores.bucket.open('ab/busy'))).toBe('x');
    s3.failNext(3);
    const failed = await stores.bucket.open('ab/busy').catch((error: unknown) => error);
    expect(unavailableReason(failed)).toBe('files');
    s3.failNext(1);
    const body = { size: 1, stream: Readable.from([Buffer.from('y')]) };
    await expect(stores.bucket.put('ab/busy', body, 'text/plain')).rejects.toThrow('SlowDown');
    expect(await textOf(await stores.bucket.open('ab/busy'))).toBe('x');
  });

  it.each([
    ['secretAccessKey', 'SignatureDoesNotMatch'],
    ['accessKeyId', 'InvalidAccessKeyId'],
    ['bucket', 'NoSuchBucket'],
  ])('throws for a wrong %s, instead of reporting a missing object', async (setting, code) => {
    const store = bucketStore({ [setting]: 'wrong' });
    await expect(store.open('ab/one')).rejects.toThrow(code);
    await expect(store.put('ab/one', Buffer.from('x'), 'text/plain')).rejects.toThrow(code);
    await expect(listAll(store)).rejects.toThrow(code);
  });

  it('throws if the storage is unreachable, instead of reporting a missing object', async () => {
    const failed = await bucketStore({ endpoint: 'http://127.0.0.1:1' })
      .open('ab/one')
      .catch((error: unknown) => error);
    expect(unavailableReason(failed)).toBe('files');
  });
});
