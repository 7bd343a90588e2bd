import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { box } from '#testing/samples/files.ts';
import { writeStreamable } from './streamable-video.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-streamable-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the file that is written, or null without one. */
async function move(file: Buffer): Promise<Buffer | null> {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')];
  writeFileSync(source, file);
  return (await writeStreamable(source, target)) ? readFileSync(target) : null;
}

const type = box('ftyp', Buffer.from('isom\0\0\0\0'));
const data = box('mdat', Buffer.from('frame-1 frame-2'));
const positions = (width: 4 | 8, ...list: number[]) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(list.length, 4);
  const entries = list.map((position) => {
    const entry = Buffer.alloc(width);
    if (width === 4) entry.writeUInt32BE(position);
    else entry.writeBigUInt64BE(BigInt(position));
    return entry;
  });
  return box(width === 8 ? 'co64' : 'stco', Buffer.concat([head, ...entries]));
};
const indexOf = (...tables: Buffer[]) =>
  box(
    'moov',
    Buffer.concat(
      tables.map((table) =>
        box(
          'trak',
          box('mdia', box('minf', box('stbl', Buffer.concat([box('stsd', Buffer.alloc(8)), table])))),
        ),
      ),
    ),
  );
const [first, second] = [type.length + 8, type.length + 16];

describe('A video whose index is at its end', () => {
  it.each([4, 8] as const)('gets it before its data, with positions of %i bytes', async (width) => {
    const tail = box('free', Buffer.from('tail'));
    const moved = await move(
      Buffer.concat([type, data, indexOf(positions(width, first, second), positions(width, second)), tail]),
    );
    const shift = indexOf(positions(width, 0, 0), positions(width, 0)).length;
    const index = indexOf(positions(width, first + shift, second + shift), positions(width, second + shift));
    expect(moved).toEqual(Buffer.concat([type, index, data, tail]));
    expect(moved?.toString('latin1', first + shift, first + shift + 7)).toBe('frame-1');
  });

  it('keeps the positions of data behind the index', async () => {
    const later = type.length + data.length + indexOf(positions(4, 0, 0)).length + 8;
    const moved = await move(Buffer.concat([type, data, indexOf(positions(4, first, later)), data]));
    const shift = indexOf(positions(4, 0, 0)).length;
    expect(moved).toEqual(Buffer.concat([type, indexOf(positions(4, first + shift, later)), data, data]));
  });

  it('is the file that a program writes with the index first', async () => {
    const video = readFileSync('server/seed/media/files/choose-one.mp4');
    const [index, rest] = [Buffer.from(video.subarray(32, 4458)), video.subarray(4458)];
    for (let at = index.indexOf('stco'); at !== -1; at = index.indexOf('stco', at + 1)) {
      const count = index.readUInt32BE(at + 8);
      for (let entry = 0; entry < count; entry += 1) {
        const position = at + 12 + 4 * entry;
        index.writeUInt32BE(index.readUInt32BE(position) - index.length, position);
      }
    }
    // The boxes between type and index are moved with the data.
    const moved = await move(Buffer.concat([video.subarray(0, 32), rest, index]));
    const free = rest.subarray(0, 8);
    const expected = Buffer.concat([video.subarray(0, 32), free, video.subarray(32, 4458), rest.subarray(8)]);
    expect(moved?.equals(expected)).toBe(true);
  });
});

describe('A video stays as it is', () => {
  const table = positions(4, first);
  const count = Buffer.from(table);
  count.writeUInt32BE(9, 12);
  const open = Buffer.from(indexOf(table));
  open.writeUInt32BE(0, 0);
  it.each([
    ['whose index is first', [type, indexOf(table), data]],
    ['without an index', [type, data]],
    ['with two', [type, data, indexOf(table), indexOf(table)]],
    ['without data', [type, indexOf(table)]],
    ['that is divided', [type, data, indexOf(table), box('moof', Buffer.alloc(8))]],
    ['that begins otherwise', [data, indexOf(table)]],
    ['whose index has no end', [type, data, open]],
    ['whose table claims more positions than it has', [type, data, indexOf(count)]],
    ['whose index is compressed', [type, data, box('moov', box('cmov', Buffer.alloc(8)))]],
    ['whose boxes are longer than the file', [type, data, indexOf(table).subarray(0, -1)]],
  ])('%s', async (_, parts) => {
    expect(await move(Buffer.concat(parts))).toBeNull();
  });
});
