import { describe, expect, it } from 'vitest';
import { AppError } from '#server/platform/errors.ts';
import { requireVideo } from './check-video.ts';

const fileOf = (...parts: Buffer[]) => {
  const bytes = Buffer.concat(parts);
  return {
    size: bytes.length,
    readAt: async (at: number, length: number) => bytes.subarray(at, at + length),
  };
};
const check = async (...parts: Buffer[]) => (await requireVideo(fileOf(...parts))).mime_type;
const outcome = async (...parts: Buffer[]) =>
  await check(...parts).catch((error: unknown) => (error instanceof AppError ? error.code : error));
const text = (value: string) => Buffer.from(value, 'latin1');
const number32 = (value: number, isLittle = false) => {
  const bytes = Buffer.alloc(4);
  if (isLittle) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};

describe('An MP4 file', () => {
  const box = (name: string, content = '', size = content.length + 8) =>
    Buffer.concat([number32(size), text(name), text(content)]);
  const start = box('ftyp', 'isom\0\0\0\0isom');
  const [movie, data] = [box('moov', 'x'), box('mdat', 'some pictures')];

  it('is one if its boxes fill it, also if the last says that it goes to the end', async () => {
    expect(await check(start, movie, data)).toBe('video/mp4');
    expect(await check(start, movie, box('mdat', 'some pictures', 0))).toBe('video/mp4');
    const long = Buffer.concat([number32(1), text('mdat'), number32(0), number32(20), text('1234')]);
    expect(await check(start, long, movie)).toBe('video/mp4');
  });

  it.each([
    ['without pictures', [start, movie]],
    ['without a description', [start, data]],
    ['with something behind it', [start, movie, data, text('<script>alert(1)</script>')]],
    ['cut off', [start, movie, data.subarray(0, -1)]],
    ['with a box that is smaller than its head', [start, movie, data, box('free', '', 7)]],
    ['cut off in the head of a box', [start, movie, data, text('1234')]],
    ['cut off in a long length', [start, movie, data, number32(1), text('free'), number32(0)]],
    [
      'with a long length that is smaller than its head',
      [start, movie, data, number32(1), text('free'), number32(0), number32(15), text('12345678')],
    ],
    ['with a box without a name', [start, movie, data, box('\0\0\0\0')]],
  ])('is not accepted %s', async (_, parts) => {
    expect(await outcome(...parts)).toBe('file_unreadable');
  });
});

describe('An AVI file', () => {
  const riff = (content: string, kind = 'AVI ', size = content.length + 4) =>
    Buffer.concat([text('RIFF'), number32(size, true), text(kind), text(content)]);

  it('is one if its chunks fill it, with or without the last padding', async () => {
    expect(await check(riff('even'))).toBe('video/x-msvideo');
    expect(await check(riff('odd'))).toBe('video/x-msvideo');
    expect(await check(riff('odd'), text('\0'), riff('more', 'AVIX'))).toBe('video/x-msvideo');
  });

  it.each([
    ['with something behind it', [riff('even'), text('<script>alert(1)</script>')]],
    ['with a few bytes behind it', [riff('even'), text('12')]],
    ['cut off', [riff('even').subarray(0, -2)]],
    ['with a chunk of another kind', [riff('even'), riff('more', 'WAVE')]],
    ['with something else in place of a chunk', [riff('even'), text('JUNK'), riff('more').subarray(4)]],
  ])('is not accepted %s', async (_, parts) => {
    expect(await outcome(...parts)).toBe('file_unreadable');
  });
});

describe('A WebM file', () => {
  // Length 8, as one byte. The text is that of an element "document type".
  const header = Buffer.concat([number32(0x1a45dfa3), Buffer.from([0x87, 0x42, 0x82, 0x84]), text('webm')]);
  const segment = (length: number[], content = 'some pictures') =>
    Buffer.concat([number32(0x18538067), Buffer.from(length), text(content)]);
  const filled = segment([0x80 + 13]);

  it('is one if its segment fills it, or has no length because it was streamed', async () => {
    expect(await check(header, filled)).toBe('video/webm');
    expect(await check(header, segment([0x40, 13]))).toBe('video/webm');
    expect(await check(header, segment([0x01, 0, 0, 0, 0, 0, 0, 13]))).toBe('video/webm');
    expect(await check(header, segment([0xff]))).toBe('video/webm');
    expect(await check(header, segment([0x01, ...Array(7).fill(0xff)]))).toBe('video/webm');
  });

  it.each([
    ['with something behind it', [header, filled, text('<script>alert(1)</script>')]],
    ['cut off', [header, filled.subarray(0, -1)]],
    ['with something else in place of a segment', [header, text('else'), filled.subarray(4)]],
    ['with nothing but its header', [header]],
    ['with a segment without a length', [header, segment([0], 'some pictures')]],
  ])('is not accepted %s', async (_, parts) => {
    expect(await outcome(...parts)).toBe('file_unreadable');
  });
});

it('Videos of other formats are told from files of other kinds', async () => {
  expect(await outcome(text('FLV\x01\x05\0\0\0\x09\0\0\0\0'), Buffer.alloc(64))).toBe(
    'unsupported_video_format',
  );
  expect(await outcome(text('%PDF-1.7\n'), Buffer.alloc(64))).toBe('file_not_a_video');
  expect(await outcome(text('no kind of file'))).toBe('file_not_a_video');
});
