import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { id as idField } from '#contract/schema/endpoint.ts';
import { requireAccess, requireFeature } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireDiskSpace } from '#server/platform/files/disk-space.ts';
import type { Platform } from '#server/platform/platform.ts';
import { videoLocators } from '../videos.access.ts';
import { requireVideoUpload } from './finish-video-upload.ts';
import type { IncomingVideos } from './incoming-videos.ts';
import type { VideoUploadRow } from './video-uploads.queries.ts';

/** Returns the address to which the bytes of an upload are sent. */
export const bytesUrl = (id: string): string => `/api/video-uploads/${id}/bytes`;

/** The version of the tus protocol. */
const version = '1.0.0';
const partType = 'application/offset+octet-stream';
/** Largest part of a video in one request, in bytes. */
const partLimit = 64 * 1024 * 1024;
/** Errors of a body whose client is gone, or that was interrupted. */
const lostConnection = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Returns a whole number that a header has; null for anything else. */
function readNumber(value: string | string[] | undefined): number | null {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Says how many bytes have arrived. */
async function sendOffset(incoming: IncomingVideos, { id, byte_size }: VideoUploadRow, reply: FastifyReply) {
  await incoming.interrupt(id);
  const offset = await incoming.countReceived(id);
  if (offset === null) return reply.code(404).send();
  return reply.headers({ 'upload-offset': offset, 'upload-length': byte_size }).send();
}

/** Adds a part of a video to what has arrived. */
async function receivePart(
  incoming: IncomingVideos,
  { id, byte_size }: VideoUploadRow,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { headers, raw } = request;
  if (headers['content-type'] !== partType) return reply.code(415).send();
  const offset = readNumber(headers['upload-offset']);
  if (offset === null) return reply.code(400).send();
  // Without a length, a body could be of any size.
  const bytes = readNumber(headers['content-length']);
  if (bytes === null) return reply.code(411).send();
  // The framework limits no body that it passes on as a stream.
  if (bytes > partLimit || offset + bytes > byte_size) return reply.code(413).send();
  try {
    const appended = await incoming.append(id, offset, raw);
    if (appended === 'other-offset') return reply.code(409).send();
    if (appended === 'not-received') return reply.code(423).send();
    return reply.code(204).header('upload-offset', appended.arrived).send();
  } catch (error) {
    if (!lostConnection.has(String((error as NodeJS.ErrnoException).code))) throw error;
    // Nobody hears a response.
    return reply.hijack();
  }
}

/**
 * The bytes of videos, which are sent in parts with the tus protocol: HEAD says how many have arrived, PATCH adds to them. Only the
 * user who started an upload can continue it.
 */
export function videoBytesRoutes(app: FastifyInstance, platform: Platform, incoming: IncomingVideos): void {
  const { db, cookies, budgets, clientAddress, files, config } = platform;
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    uploads.route<{ Params: { id: string } }>({
      method: ['HEAD', 'PATCH'],
      url: bytesUrl(':id'),
      handler: async (request, reply) => {
        budgets.takeForNetwork('api', clientAddress(request.raw));
        const id = idField.safeParse(request.params.id).data;
        if (!id) throw new AppError('video_upload_not_found');
        const session = cookies.read(request.headers.cookie);
        const { viewer, scope } = await videoLocators.video_upload_id.locateCaller(db, session, id);
        if (!viewer) throw new AppError('authentication_required');
        budgets.takeForPerson('api', viewer.user_id);
        requireFeature(requireAccess('space-editor', scope, viewer, 'video_upload_not_found'), 'classroom');
        const upload = await requireVideoUpload(platform, viewer, id);
        if (upload.upload_id) throw new AppError('video_upload_not_found');
        reply.headers({ 'tus-resumable': version, 'cache-control': 'no-store' });
        if (request.headers['tus-resumable'] !== version)
          return reply.code(412).header('tus-version', version).send();
        if (request.method === 'HEAD') return await sendOffset(incoming, upload, reply);
        const bytes = Number(request.headers['content-length'] ?? 0);
        requireDiskSpace(await files.freeBytes(), 0, bytes, config.freeDiskFloor);
        return await receivePart(incoming, upload, request, reply);
      },
    });
  });
}
