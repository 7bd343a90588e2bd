import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiveFile } from './receive-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-receive-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bodyOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const receive = (body: unknown, limit = 100, requireRoom = (_bytes: number) => Promise.resolve()) =>
  receiveFile(body, join(folder, 'incoming'), limit, requireRoom);

describe('A received file', () => {
  it('has its content, and no name on disk', async () => {
    const file = await receive(bodyOf('Hello ', 'world'));
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    expect(file.size).toBe(11);
    expect((await file.read()).toString()).toBe('Hello world');
    expect(await text(file.stream())).toBe('Hello world');
    await file.close();
  });

  it.each([
    [0, 5, 'Hello'],
    [6, 100, 'world'],
    [11, 5, ''],
    [20, 5, ''],
  ])('can be read from %i on, %i bytes', async (start, length, content) => {
    const file = await receive(bodyOf('Hello ', 'world'));
    expect((await file.readAt(start, length)).toString()).toBe(content);
    await file.close();
  });

  it('can be as large as the limit', async () => {
    const file = await receive(bodyOf('x'.repeat(60), 'x'.repeat(40)));
    expect(file.size).toBe(100);
    await file.close();
    await expect(receive(bodyOf('x'.repeat(60), 'x'.repeat(41)))).rejects.toMatchObject({
      code: 'file_too_large',
    });
  });

  it('needs room for each chunk before it is written', async () => {
    const asked: number[] = [];
    const full = new Error('full');
    const requireRoom = (bytes: number) => {
      asked.push(bytes);
      return bytes > 10 ? Promise.reject(full) : Promise.resolve();
    };
    await expect(receive(bodyOf('Hello ', 'world'), 100, requireRoom)).rejects.toBe(full);
    expect(asked).toEqual([6, 11]);
  });
});

describe('An upload', () => {
  it.each([
    ['without a body', undefined],
    ['of another body', { text: 'x' }],
    ['that is empty', bodyOf()],
  ])('%s is refused', async (_what, body) => {
    await expect(receive(body)).rejects.toMatchObject({ code: 'image_corrupt' });
  });

  it('that is interrupted is refused, and another failure is passed on', async () => {
    const failing = (error: Error) =>
      Readable.from(
        (async function* () {
          yield Buffer.from('Hello');
          throw error;
        })(),
      );
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    await expect(receive(failing(reset))).rejects.toMatchObject({ code: 'image_corrupt', cause: reset });
    const other = new Error('other');
    await expect(receive(failing(other))).rejects.toBe(other);
  });
});
