import type { FileHandle } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A chunk that is at least this large has memory of its own, in bytes. */
const ownMemoryFrom = 32 * 1024;

/** Gives back the memory of a chunk that nothing reads anymore. */
function release({ buffer, byteLength }: Buffer): void {
  if (byteLength >= ownMemoryFrom && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer)
    buffer.transfer(0);
}

/**
 * Writes a stream to a file from a position on, and gives back the memory of each chunk: garbage collection would let dozens of
 * megabytes gather. When the stream fails, what has arrived is written, and the error is thrown.
 */
export async function writeChunks(file: FileHandle, source: Readable, start = 0): Promise<void> {
  let at = start;
  let writing = Promise.resolve();
  const write = async (chunk: Buffer) => {
    for (let written = 0; written < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, written, chunk.length - written, at);
      written += bytesWritten;
      at += bytesWritten;
    }
    release(chunk);
  };
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writing = write(chunk).then(() => done(), done);
    },
  });
  try {
    await pipeline(source, target);
  } finally {
    await writing;
  }
}
