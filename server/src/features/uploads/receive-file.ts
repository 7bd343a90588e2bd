import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '#server/platform/errors.ts';

/** A file as it came in, on disk under no name: closing it, or the end of the process, removes it. */
export interface ReceivedFile {
  /** In bytes. */
  size: number;
  read(): Promise<Buffer>;
  /** A part of it; shorter where the file ends. */
  readAt(start: number, length: number): Promise<Buffer>;
  stream(): Readable;
  close(): Promise<void>;
}

/**
 * Writes a request's body to disk as it arrives, so that slow senders cost no memory. `requireRoom` is called with the
 * size so far before more is written; what it throws ends the upload.
 * @throws AppError `file_too_large` beyond `limit` bytes; `image_corrupt` when nothing came or the sender went away.
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
    // The stream is left open when this stops early: the rest of the body is drained while the answer is sent.
    const chunks = body.iterator({ destroyOnReturn: false });
    try {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        if (size + chunk.length > limit) throw new AppError('file_too_large');
        await requireRoom(size + chunk.length);
        for (let done = 0; done < chunk.length; ) {
          done += (await file.write(chunk, done, chunk.length - done, size + done)).bytesWritten;
        }
        size += chunk.length;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      throw new AppError('image_corrupt', null, { cause: error });
    }
    if (size === 0) throw new AppError('image_corrupt');
    return {
      size,
      async read() {
        const bytes = Buffer.allocUnsafe(size);
        for (let done = 0; done < size; ) {
          const { bytesRead } = await file.read(bytes, done, size - done, done);
          if (bytesRead === 0) throw new Error('A received file became shorter');
          done += bytesRead;
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
  } catch (error) {
    await file.close();
    throw error;
  }
}
