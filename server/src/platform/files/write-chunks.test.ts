import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeChunks } from './write-chunks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-chunks-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(source: Readable, start = 0) {
  const path = join(folder, 'file');
  await writeFile(path, 'x'.repeat(start));
  const file = await open(path, 'r+');
  try {
    return await writeChunks(file, source, start);
  } finally {
    await file.close();
  }
}
const written = async () => await readFile(join(folder, 'file'));

describe('Chunks that are written to a file', () => {
  it('are written in their order, from a position on', async () => {
    const chunks = Array.from({ length: 50 }, (_, n) => Buffer.alloc(1000 * n, n));
    const all = Buffer.concat(chunks);
    await write(Readable.from(chunks, { objectMode: false }), 7);
    expect((await written()).equals(Buffer.concat([Buffer.from('xxxxxxx'), all]))).toBe(true);
  });

  it('give back their memory at once, and leave that of others alone', async () => {
    const [own, small] = [Buffer.alloc(64 * 1024, 1), Buffer.from('small')];
    const shared = Buffer.alloc(128 * 1024, 2);
    const part = shared.subarray(0, 64 * 1024);
    await write(Readable.from([own, small, part], { objectMode: false }));
    expect(await written()).toHaveLength(128 * 1024 + 5);
    expect([own.length, small.toString(), part.length, shared[0]]).toEqual([0, 'small', 64 * 1024, 2]);
  });

  it('are written as far as they arrived before the stream failed', async () => {
    const source = new PassThrough();
    const writing = write(source).catch((error: unknown) => error);
    source.write('arrived');
    await expect.poll(async () => String(await written())).toBe('arrived');
    const lost = new Error('lost');
    source.destroy(lost);
    expect(await writing).toBe(lost);
    expect(String(await written())).toBe('arrived');
  });
});
