import { nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireOpenPage, videoIdsIn } from '../courses/index.ts';
import { hasEncoder } from './encoding/renditions.queries.ts';
import { videoTextRoutes } from './texts/texts.routes.ts';
import { bytesUrl } from './uploading/bytes.routes.ts';
import { createVideoUpload } from './uploading/create-video-upload.ts';
import { cancelVideoUpload, finishVideoUpload } from './uploading/finish-video-upload.ts';
import { type IncomingVideos, openIncomingVideos } from './uploading/incoming-videos.ts';
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
