import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { id as idField } from '#contract/schema/endpoint.ts';
import { writeChunks } from '#server/platform/files/write-chunks.ts';
import type { Platform } from '#server/platform/platform.ts';
import { streamablePath } from '../store-video.ts';
import { openReceptions } from './receptions.ts';

/** What became of a part: how many bytes have arrived, or why it wasn't taken. */
export type Appended = { arrived: number } | 'other-offset' | 'not-received';

/** The videos that are being uploaded, on a disk that the processes of this server share. They survive restarts. */
export interface IncomingVideos {
  /** Makes room for an upload, to which nothing has been added. */
  create(id: string): Promise<void>;
  /** Returns how many bytes have arrived; null for an upload that isn't here. */
  countReceived(id: string): Promise<number | null>;
  /**
   * Ends the request that still adds bytes to an upload: its client has lost the connection and is back before the server noticed.
   * Another process ends its own within seconds.
   */
  interrupt(id: string): Promise<void>;
  /** Adds bytes to an upload after `offset`. If the body ends early, what has arrived remains, and the error is thrown. */
  append(id: string, offset: number, body: Readable): Promise<Appended>;
  fileOf(id: string): string;
  remove(id: string): Promise<void>;
  /** Returns the ids of the files to which nothing was added since a time. */
  listUnchanged(sinceMs: number): Promise<string[]>;
}

/** Opens the folder of the videos that are being uploaded. `renewEvery` is for `openReceptions`. */
export function openIncomingVideos(
  { config, db }: Pick<Platform, 'config' | 'db'>,
  { renewEvery = 2_000 } = {},
): IncomingVideos {
  const directory = join(config.dataDir, 'incoming', 'videos');
  const fileOf = (id: string) => join(directory, id);
  const receptions = openReceptions(db, renewEvery);

  async function countReceived(id: string): Promise<number | null> {
    const file = await stat(fileOf(id)).catch(() => null);
    return file?.size ?? null;
  }

  async function write(id: string, offset: number, body: Readable): Promise<void> {
    const file = await open(fileOf(id), 'r+');
    try {
      // A pipeline from a body that ended before it started never settles.
      if (body.destroyed)
        throw Object.assign(new Error('The body ended early'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      await writeChunks(file, body, offset);
    } finally {
      await file.close();
    }
  }

  return {
    fileOf,
    countReceived,
    interrupt: receptions.interrupt,
    async create(id) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(fileOf(id), '', { mode: 0o600 });
    },
    async append(id, offset, body) {
      let isNext = false;
      const isHere = await receptions.run(id, body, {
        receive: async () => {
          isNext = (await countReceived(id)) === offset;
          if (isNext) await write(id, offset, body);
        },
        hasAdded: async () => isNext && ((await countReceived(id)) ?? offset) > offset,
      });
      if (!isHere) return 'not-received';
      return isNext ? { arrived: (await countReceived(id)) ?? offset } : 'other-offset';
    },
    async remove(id) {
      await receptions.interruptHere(id);
      const file = fileOf(id);
      await Promise.all([file, streamablePath(file)].map((path) => rm(path, { force: true })));
    },
    async listUnchanged(sinceMs) {
      const ids = new Set<string>();
      const names = await readdir(directory).catch(() => []);
      for (const name of names) {
        const id = idField.safeParse(name.split('.')[0]).data;
        const file = id && (await stat(join(directory, name)).catch(() => null));
        if (file && file.mtimeMs < sinceMs) ids.add(id);
      }
      return [...ids];
    },
  };
}
