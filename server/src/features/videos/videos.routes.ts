import type { FastifyInstance } from 'fastify';
import { id as idField } from '#contract/schema/endpoint.ts';
import { requireAccess, requireFeature } from '#server/platform/access.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireDiskSpace } from '#server/platform/files/disk-space.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireOpenPage, videoIdsIn } from '../courses/index.ts';
import { hasEncoder } from './encoding/renditions.queries.ts';
import { videoTextRoutes } from './texts/texts.routes.ts';
import { createVideoUpload } from './uploading/create-video-upload.ts';
import { cancelVideoUpload, finishVideoUpload, requireVideoUpload } from './uploading/finish-video-upload.ts';
import { bytesUrl, type IncomingVideos, openIncomingVideos } from './uploading/incoming-videos.ts';
import { updateActiveAt } from './uploading/video-uploads.queries.ts';
import { videoLocators } from './videos.access.ts';
import { findVideo } from './videos.queries.ts';
import { toPageVideo } from './videos.view.ts';
import { recordWatching } from './watching/record-watching.ts';

/** After this time without a process that can encode videos, none does anymore, in milliseconds. A long video keeps one busy. */
const encoderLifetime = 24 * 60 * 60 * 1000;

const stores = new WeakMap<Platform, IncomingVideos>();
/** Returns the videos that are being uploaded to this server. */
export function incomingVideos(platform: Platform): IncomingVideos {
  const incoming = stores.get(platform) ?? openIncomingVideos(platform);
  stores.set(platform, incoming);
  return incoming;
}

export function videoRoutes(route: RouteBinder, platform: Platform): void {
  const { db, config } = platform;
  const incoming = incomingVideos(platform);

  route('get_video_limits', async () => ({
    max_bytes: config.videoSizeLimit,
    are_encoded: await hasEncoder(db, new Date(nowMs() - encoderLifetime).toISOString()),
  }));

  route('create_video_upload', async ({ input, viewer }) => {
    const { id, file_name, byte_size } = await createVideoUpload(platform, incoming, viewer, input);
    return { video_upload: { id, file_name, byte_size, url: bytesUrl(id) } };
  });

  route('finish_video_upload', async ({ input, viewer }) => ({
    upload_id: await finishVideoUpload(platform, incoming, viewer, input),
  }));

  route('cancel_video_upload', async ({ input, viewer }) => {
    await cancelVideoUpload(platform, incoming, viewer, input.video_upload_id);
    return {};
  });

  route('get_page_video', async ({ input, viewer, scope }) => {
    const { page_id, upload_id } = input;
    const page = await requireOpenPage(db, viewer, scope, page_id);
    const user_id = scope.role === null ? null : (viewer?.user_id ?? null);
    const isShown = videoIdsIn(page.content).includes(upload_id);
    const row = isShown ? await findVideo(db, { upload_id, page_id, user_id }) : null;
    if (!row) throw new AppError('video_not_found');
    return { video: toPageVideo(row, { page_id, isMember: user_id !== null, canEdit: page.can_edit }) };
  });

  videoTextRoutes(route, platform);

  route('record_watching', ({ input, viewer, scope }) => recordWatching(platform, viewer, scope, input));
}

/** Largest part of a video in one request, in bytes. */
const partLimit = 64 * 1024 * 1024;

/** The bytes of videos, which are sent with the tus protocol. Only the user who started an upload can continue it. */
export function videoBytesRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, cookies, budgets, clientAddress, files, config } = platform;
  const incoming = incomingVideos(platform);
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    uploads.route<{ Params: { id: string } }>({
      method: ['HEAD', 'PATCH'],
      url: bytesUrl(':id'),
      bodyLimit: partLimit,
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
        if (request.method === 'PATCH') {
          const bytes = Number(request.headers['content-length'] ?? 0);
          requireDiskSpace(await files.freeBytes(), 0, bytes, config.freeDiskFloor);
          await updateActiveAt(db, id, nowIso());
        }
        await incoming.handle(request, reply);
      },
    });
  });
}
