import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server, Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '#server/platform/platform.ts';
import { streamablePath } from '../store-video.ts';

const pathOf = '/api/video-uploads';

/** Returns the address to which the bytes of an upload are sent. */
export const bytesUrl = (id: string): string => `${pathOf}/${id}/bytes`;

/** The videos that are being uploaded, on the disk of this server. They survive its restart. */
export interface IncomingVideos {
  /** Makes room for an upload, to which nothing has been added. */
  create(id: string, bytes: number): Promise<void>;
  /** Handles a request of the tus protocol, after its access was checked. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Returns how many bytes have arrived; null for an upload that isn't here. */
  countReceived(id: string): Promise<number | null>;
  fileOf(id: string): string;
  remove(id: string): Promise<void>;
}

/** Opens the folder of the videos that are being uploaded. */
export function openIncomingVideos({ config }: Pick<Platform, 'config'>): IncomingVideos {
  const directory = join(config.dataDir, 'incoming', 'videos');
  let opened: { store: FileStore; server: Server } | null = null;
  // Not before the first upload: the store creates its folder at once.
  const open = () => {
    if (opened) return opened;
    const store = new FileStore({ directory });
    const server = new Server({
      path: pathOf,
      datastore: store,
      relativeLocation: true,
      // Pages of other sites may not upload.
      allowedOrigins: () => false,
      getFileIdFromRequest: (request) => new URL(request.url).pathname.split('/').at(-2),
    });
    opened = { store, server };
    return opened;
  };
  const fileOf = (id: string) => join(directory, id);

  return {
    fileOf,
    async create(id, bytes) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await open().store.create(new Upload({ id, size: bytes, offset: 0 }));
    },
    async handle(request, reply) {
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.setHeader('cache-control', 'no-store');
      reply.hijack();
      await open().server.handle(request.raw, reply.raw);
    },
    async countReceived(id) {
      const upload = await open()
        .store.getUpload(id)
        .catch(() => null);
      return upload?.offset ?? null;
    },
    async remove(id) {
      const file = fileOf(id);
      await Promise.all(
        [file, `${file}.json`, streamablePath(file)].map((path) => rm(path, { force: true })),
      );
    },
  };
}
