import { expect, it } from 'vitest';
import { readVideoSeconds } from './video-length.ts';

const read = (bytes: Buffer, type = 'video/mp4') =>
  readVideoSeconds(
    { size: bytes.length, readAt: async (at, length) => bytes.subarray(at, at + length) },
    type,
  );

/** A box of an MP4; `size` replaces the one in its header. */
function box(name: string, content: Buffer, size?: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size ?? content.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}
/** A box whose size has 64 bits. */
function longBox(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length + 16));
  return box(name, Buffer.concat([size, content]), 1);
}
function header(version: 0 | 1, scale: number, length: number): Buffer {
  const bytes = Buffer.alloc(108);
  bytes[0] = version;
  if (version === 0) {
    bytes.writeUInt32BE(scale, 12);
    bytes.writeUInt32BE(length, 16);
  } else {
    bytes.writeUInt32BE(scale, 20);
    bytes.writeBigUInt64BE(BigInt(length), 24);
  }
  return box('mvhd', bytes);
}
const start = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));

it.each([
  ['32 bits', header(0, 600, 1_500), 2.5],
  ['64 bits', header(1, 1_000, 7_000), 7],
  ['no time scale', header(0, 0, 1_500), null],
] as const)('reads the length of an MP4 with %s', async (_case, movie, seconds) => {
  expect(await read(Buffer.concat([start, box('moov', movie)]))).toBe(seconds);
});

it('finds the header after other boxes, in boxes of any form, and nowhere else', async () => {
  const movie = header(0, 1_000, 3_000);
  const other = box('free', Buffer.alloc(20));
  expect(await read(Buffer.concat([start, longBox('mdat', Buffer.alloc(50)), box('moov', movie)]))).toBe(3);
  expect(await read(Buffer.concat([start, longBox('moov', Buffer.concat([other, movie]))]))).toBe(3);
  // A size of 0 means: until the end of the file.
  expect(await read(Buffer.concat([start, box('moov', movie, 0)]))).toBe(3);
  // Outside of the box of the movie.
  expect(await read(Buffer.concat([start, box('moov', other), movie]))).toBeNull();
  // A size that leads nowhere.
  expect(await read(Buffer.concat([start, box('free', Buffer.alloc(8), 7), box('moov', movie)]))).toBeNull();
});

it('gives up after a thousand boxes', async () => {
  const empty = box('free', Buffer.alloc(0));
  const movie = box('moov', header(0, 1_000, 3_000));
  const after = (count: number) => Buffer.concat([...Array<Buffer>(count).fill(empty), movie]);
  expect(await read(after(999))).toBe(3);
  expect(await read(after(1_000))).toBeNull();
});

/** The information about the segment of a WebM: the time scale in nanoseconds, if there is one, and the duration. */
function webm(scale: number[] | null, duration: Buffer): Buffer {
  const scaleBytes = scale ? [0x2a, 0xd7, 0xb1, 0x80 | scale.length, ...scale] : [];
  return Buffer.from([0x1a, 0x45, ...scaleBytes, 0x44, 0x89, 0x80 | duration.length, ...duration]);
}
const float = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return bytes;
};
const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

it.each([
  ['milliseconds as a float', webm([0x0f, 0x42, 0x40], float(2_500)), 2.5],
  ['milliseconds as a double', webm([0x0f, 0x42, 0x40], double(61_250)), 61.25],
  ['microseconds', webm([0x03, 0xe8], double(3_000_000)), 3],
  ['no time scale, which means milliseconds', webm(null, double(4_000)), 4],
  ['a time scale that is too long, as if there were none', webm([1, 2, 3, 4, 5, 6, 7], double(4_000)), 4],
  ['a duration of an unknown form', webm([0x0f, 0x42, 0x40], Buffer.alloc(5)), null],
  ['a duration that is cut off', webm([0x0f, 0x42, 0x40], double(4_000)).subarray(0, -1), null],
] as const)('reads the length of a WebM with %s', async (_case, bytes, seconds) => {
  expect(await read(bytes, 'video/webm')).toBe(seconds);
});
