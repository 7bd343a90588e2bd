/** A file whose parts can be read. */
export interface ReadableFile {
  size: number;
  /** Reads up to `length` bytes; fewer at the end of the file. */
  readAt(start: number, length: number): Promise<Buffer>;
}

const maxBoxes = 1_000;
const webmHeaderBytes = 256 * 1024;

/** Returns the duration of a video in seconds by its header, or null if it isn't stated. */
export async function readVideoSeconds(file: ReadableFile, mimeType: string): Promise<number | null> {
  if (mimeType === 'video/webm') return webmSeconds(await file.readAt(0, webmHeaderBytes));
  const movie = await findBox(file, 'moov', 0, file.size);
  const header = movie && (await findBox(file, 'mvhd', movie.start, movie.end));
  if (!header) return null;
  const bytes = await file.readAt(header.start, 32);
  if (bytes.length < 32) return null;
  const [scale, length] =
    bytes[0] === 1
      ? [bytes.readUInt32BE(20), Number(bytes.readBigUInt64BE(24))]
      : [bytes.readUInt32BE(12), bytes.readUInt32BE(16)];
  return scale > 0 ? length / scale : null;
}

/** Finds a box by name between `start` and `end` and returns the range of its content. */
async function findBox(
  file: Pick<ReadableFile, 'readAt'>,
  name: string,
  start: number,
  end: number,
): Promise<{ start: number; end: number } | null> {
  let at = start;
  for (let count = 0; count < maxBoxes && at + 8 <= end; count += 1) {
    const head = await file.readAt(at, 16);
    if (head.length < 8) return null;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (size < 8) return null;
    if (head.toString('latin1', 4, 8) === name) {
      return { start: at + (isLong ? 16 : 8), end: Math.min(end, at + size) };
    }
    at += size;
  }
  return null;
}

/** Returns the duration of a WebM file: a float in units of the time scale, in the segment information. */
function webmSeconds(bytes: Buffer): number | null {
  const scaleAt = bytes.indexOf(Buffer.from([0x2a, 0xd7, 0xb1]));
  const lengthAt = bytes.indexOf(Buffer.from([0x44, 0x89]));
  if (lengthAt === -1) return null;
  const scaleSize = scaleAt === -1 ? 0 : (bytes[scaleAt + 3] ?? 0) & 0x7f;
  const nanoseconds =
    scaleSize > 0 && scaleSize <= 6 && scaleAt + 4 + scaleSize <= bytes.length
      ? bytes.readUIntBE(scaleAt + 4, scaleSize)
      : 1_000_000;
  const lengthSize = (bytes[lengthAt + 2] ?? 0) & 0x7f;
  if (lengthAt + 3 + lengthSize > bytes.length) return null;
  if (lengthSize === 8) return (bytes.readDoubleBE(lengthAt + 3) * nanoseconds) / 1e9;
  return lengthSize === 4 ? (bytes.readFloatBE(lengthAt + 3) * nanoseconds) / 1e9 : null;
}
