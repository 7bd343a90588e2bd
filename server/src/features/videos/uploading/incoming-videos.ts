import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '#server/platform/platform.ts';
import { streamablePath } from '../store-video.ts';

/** The videos that are being uploaded, on the disk of this server. They survive its restart. */
export interface IncomingVideos {
  /** Makes room for an upload, to which nothing has been added. */
  create(id: string): Promise<void>;
  /** Returns how many bytes have arrived; null for an upload that isn't here. */
  countReceived(id: string): Promise<number | null>;
  /** Ends the request that still adds bytes to an upload: its client has lost the connection and is back before the server noticed. */
  interrupt(id: string): Promise<void>;
  /**
   * Adds bytes to an upload after `offset`, and returns how many have arrived then; null if another number than `offset` had. If the
   * body ends early, what has arrived remains, and the error is thrown.
   */
  append(id: string, offset: number, body: Readable): Promise<number | null>;
  fileOf(id: string): string;
  remove(id: string): Promise<void>;
}

interface Reception {
  body: Readable;
  ended: Promise<unknown>;
}

/** Opens the folder of the videos that are being uploaded. */
export function openIncomingVideos({ config }: Pick<Platform, 'config'>): IncomingVideos {
  const directory = join(config.dataDir, 'incoming', 'videos');
  const fileOf = (id: string) => join(directory, id);
  /** The requests that add bytes, by the upload. */
  const receptions = new Map<string, Reception>();

  async function countReceived(id: string): Promise<number | null> {
    const file = await stat(fileOf(id)).catch(() => null);
    return file?.size ?? null;
  }

  async function interrupt(id: string): Promise<void> {
    const reception = receptions.get(id);
    // With an error: a pipeline waits for the end of a body that has arrived whole and is destroyed without one.
    reception?.body.destroy(Object.assign(new Error('The client is back'), { code: 'ECONNRESET' }));
    await reception?.ended;
  }

  async function appendAlone(id: string, offset: number, body: Readable): Promise<number | null> {
    if ((await countReceived(id)) !== offset) return null;
    // A pipeline from a body that ended before it started never settles.
    if (body.destroyed)
      throw Object.assign(new Error('The body ended early'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    // Settles when the file is closed.
    await pipeline(body, createWriteStream(fileOf(id), { flags: 'r+', start: offset }));
    return await countReceived(id);
  }

  return {
    fileOf,
    countReceived,
    interrupt,
    async create(id) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(fileOf(id), '', { mode: 0o600 });
    },
    async append(id, offset, body) {
      while (receptions.has(id)) await interrupt(id);
      const appended = appendAlone(id, offset, body);
      const ended = appended.catch(() => {}).finally(() => receptions.delete(id));
      receptions.set(id, { body, ended });
      return await appended;
    },
    async remove(id) {
      await interrupt(id);
      const file = fileOf(id);
      await Promise.all([file, streamablePath(file)].map((path) => rm(path, { force: true })));
    },
  };
}
