import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { writeChunks } from './write-chunks.ts';

interface Box {
  name: string;
  start: number;
  /** Of its header. */
  head: number;
  size: number;
}

/** An index that is larger isn't read into memory. */
const largestIndex = 64 * 1024 * 1024;
const mostBoxes = 10_000;
/** The boxes of an index in which the positions of the data are. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const highest32 = 0xffffffff;

/** Returns the boxes between two positions, or null if they don't fill the space exactly. */
async function listBoxes(
  read: (at: number, length: number) => Promise<Buffer> | Buffer,
  from: number,
  to: number,
): Promise<Box[] | null> {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const bytes = await read(at, 16);
    if (bytes.length < 8 || boxes.length === mostBoxes) return null;
    const short = bytes.readUInt32BE(0);
    if (short === 1 && bytes.length < 16) return null;
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    if (size < head || size > to - at) return null;
    boxes.push({ name: bytes.toString('latin1', 4, 8), start: at, head, size });
    at += size;
  }
  return boxes;
}

/** Moves the positions of a table by `shift`, if they are in the range. Returns whether all could be. */
function shiftTable(
  index: Buffer,
  { name, start, head, size }: Box,
  data: [number, number],
  shift: number,
): boolean {
  const [first, width] = [start + head + 8, name === 'co64' ? 8 : 4];
  if (head + 8 > size) return false;
  const count = index.readUInt32BE(first - 4);
  if (count > (size - head - 8) / width) return false;
  for (let entry = 0; entry < count; entry += 1) {
    const at = first + entry * width;
    const position = width === 8 ? Number(index.readBigUInt64BE(at)) : index.readUInt32BE(at);
    if (position < data[0] || position >= data[1]) continue;
    const moved = position + shift;
    if (width === 8) index.writeBigUInt64BE(BigInt(moved), at);
    else if (moved > highest32) return false;
    else index.writeUInt32BE(moved, at);
  }
  return true;
}

/** Moves all positions in an index. Returns whether that was possible. */
async function shiftIndex(
  index: Buffer,
  range: [number, number],
  data: [number, number],
  shift: number,
): Promise<boolean> {
  const boxes = await listBoxes((at, length) => index.subarray(at, at + length), ...range);
  if (!boxes) return false;
  for (const box of boxes) {
    const { name, start, head, size } = box;
    // A compressed index, which no browser plays.
    if (name === 'cmov') return false;
    if (name === 'stco' || name === 'co64') {
      if (!shiftTable(index, box, data, shift)) return false;
    } else if (containers.has(name)) {
      if (!(await shiftIndex(index, [start + head, start + size], data, shift))) return false;
    }
  }
  return true;
}

/** Returns where the index of a file has to be moved to; null if it is before the data, or the file isn't understood. */
async function planMove(file: FileHandle, size: number) {
  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  const boxes = await listBoxes(read, 0, size);
  const indexes = boxes?.filter(({ name }) => name === 'moov') ?? [];
  const data = boxes?.find(({ name }) => name === 'mdat');
  const [moov] = indexes;
  const isDivided = boxes?.some(({ name }) => name === 'moof');
  if (!moov || !data || indexes.length > 1 || isDivided) return null;
  if (boxes?.[0]?.name !== 'ftyp' || moov.start < data.start || moov.size > largestIndex) return null;
  const index = await read(moov.start, moov.size);
  // Its size may be written as 0: until the end of the file.
  if (index.length !== moov.size || index.readUInt32BE(0) === 0) return null;
  const isMoved = await shiftIndex(index, [0, index.length], [data.start, moov.start], index.length);
  return isMoved ? { index, at: data.start, from: moov.start, to: moov.start + moov.size } : null;
}

/**
 * Writes a copy of an MP4 or MOV file whose index is before its data, so that it plays before it's loaded. Nothing is encoded again.
 * Returns whether there is one: not if the index is there already, or the file isn't understood.
 */
export async function writeStreamable(source: string, target: string): Promise<boolean> {
  const file = await open(source, 'r');
  try {
    const { size } = await file.stat();
    const move = await planMove(file, size);
    if (!move) return false;
    const { index, at, from, to } = move;
    const part = (start: number, end: number) =>
      end > start ? createReadStream(source, { start, end: end - 1 }) : Readable.from([]);
    const parts = async function* () {
      yield* part(0, at);
      yield index;
      yield* part(at, from);
      yield* part(to, size);
    };
    const copy = await open(target, 'w', 0o600);
    try {
      await writeChunks(copy, Readable.from(parts(), { objectMode: false }));
    } finally {
      await copy.close();
    }
    return true;
  } finally {
    await file.close();
  }
}
