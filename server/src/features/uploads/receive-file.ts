import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '#server/platform/errors.ts';

/** An uploaded file on disk without a name: closing it, or the end of the process, removes it. */
export interface ReceivedFile {
  /** In bytes. */
  size: number;
  read(): Promise<Buffer>;
  /** Returns a part of the file; shorter at its end. */
  readAt(start: number, length: number): Promise<Buffer>;
  stream(): Readable;
  close(): Promise<void>;
}

/**
 * Writes a request body to disk as it arrives, so that slow clients need no memory. Before each chunk is written,
 * `requireRoom` is called with the new size; an error from it ends the upload.
 * @throws AppError `file_too_large` beyond `limit` bytes; `image_corrupt` when the body is empty or the client
 * disconnects
 */
export async function receiveFile(
  body: unknown,
  folder: string,
  limit: number,
  requireRoom: (bytes: number) => Promise<void>,
): Promise<ReceivedFile> {
  if (!(body instanceof Readable)) throw new AppError('image_corrupt');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    let size = 0;
    // The stream stays open when this stops early: the rest of the body is drained while the response is sent.
    const chunks = body.iterator({ destroyOnReturn: false });
    try {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        if (size + chunk.length > limit) throw new AppError('file_too_large');
        await requireRoom(size + chunk.length);
        for (let written = 0; written < chunk.length; ) {
          written += (await file.write(chunk, written, chunk.length - written, size + written)).bytesWritten;
        }
        size += chunk.length;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      throw new AppError('image_corrupt', null, { cause: error });
    }
    if (size === 0) throw new AppError('image_corrupt');
    return toReceivedFile(file, size);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function toReceivedFile(file: FileHandle, size: number): ReceivedFile {
  return {
    size,
    async read() {
      const bytes = Buffer.allocUnsafe(size);
      for (let written = 0; written < size; ) {
        const { bytesRead } = await file.read(bytes, written, size - written, written);
        if (bytesRead === 0) throw new Error('A received file was truncated');
        written += bytesRead;
      }
      return bytes;
    },
    async readAt(start, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    },
    stream: () => file.createReadStream({ start: 0, autoClose: false }),
    close: () => file.close(),
  };
}

/** Opens a file that was received in parts. It remains when it's closed. */
export async function openReceivedFile(path: string): Promise<ReceivedFile> {
  const file = await open(path, 'r');
  return toReceivedFile(file, (await file.stat()).size);
}
