import type { Viewer } from '#server/platform/access.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireActiveMember } from '../../members/index.ts';
import { attachUploads, storeReceivedFile } from '../../uploads/index.ts';
import { requireVideo } from '../check-video.ts';
import { insertVideo } from '../videos.queries.ts';
import type { IncomingVideos } from './incoming-videos.ts';
import {
  claimVideoUpload,
  deleteVideoUpload,
  findVideoUpload,
  releaseVideoUpload,
  updateStoredVideo,
  type VideoUploadRow,
} from './video-uploads.queries.ts';

/** How long storing a video can take before another request may try, in milliseconds. */
const claimLifetime = 10 * 60 * 1000;
const refusals = new Set(['file_not_a_video', 'unsupported_video_format', 'file_unreadable']);

/** Returns an upload of the viewer. @throws AppError `video_upload_not_found` */
export async function requireVideoUpload(
  { db }: Pick<Platform, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<VideoUploadRow> {
  const upload = await findVideoUpload(db, id, viewer.user_id);
  if (!upload) throw new AppError('video_upload_not_found');
  return upload;
}

/**
 * Checks and stores a video whose bytes have arrived, and returns the id of its upload. Repeating the call returns the same. A
 * refused file is deleted.
 * @throws AppError `video_upload_not_found`, `video_incomplete` also while another request stores it, `file_not_a_video`,
 * `unsupported_video_format`, `file_unreadable`, `upload_not_found` for the poster, `space_storage_full`, `unavailable`
 */
export async function finishVideoUpload(
  platform: Platform,
  incoming: IncomingVideos,
  viewer: Viewer,
  input: { video_upload_id: string; poster_upload_id: string | null },
): Promise<string> {
  const { db, log } = platform;
  const upload = await requireVideoUpload(platform, viewer, input.video_upload_id);
  if (upload.upload_id) return upload.upload_id;
  const { id, byte_size } = upload;
  if ((await incoming.countReceived(id)) !== byte_size) throw new AppError('video_incomplete');
  const since = new Date(nowMs() - claimLifetime).toISOString();
  if (!(await claimVideoUpload(db, id, nowIso(), since))) throw new AppError('video_incomplete');
  try {
    const uploadId = await storeVideo(platform, incoming, upload, input.poster_upload_id);
    await incoming.remove(id);
    return uploadId;
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.code)) {
      await deleteVideoUpload(db, id);
      await incoming.remove(id);
    } else
      await releaseVideoUpload(db, id).catch((err: unknown) =>
        log.warn({ err, id }, 'a video upload could not be released and will expire'),
      );
    throw error;
  }
}

async function storeVideo(
  platform: Platform,
  incoming: IncomingVideos,
  { id, user_id, space_id, file_name }: VideoUploadRow,
  poster_upload_id: string | null,
): Promise<string> {
  const received = {
    user_id,
    space_id,
    purpose: 'course_video',
    file_name,
    path: incoming.fileOf(id),
  } as const;
  const { upload, checked } = await storeReceivedFile(platform, received, requireVideo);
  const upload_id = upload.id;
  await platform.db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, space_id, user_id, { access: 'space-editor' });
    const created_at = nowIso();
    const upload_ids = poster_upload_id === null ? [] : [poster_upload_id];
    const poster = { user_id, space_id, purpose: 'video_poster', upload_ids, at: created_at } as const;
    await attachUploads(tx, poster);
    const { duration } = checked;
    await insertVideo(tx, { upload_id, space_id, duration, poster_upload_id, created_at });
    await updateStoredVideo(tx, id, upload_id);
  });
  return upload_id;
}

/** Cancels an upload of the viewer. What is stored already remains. @throws AppError `video_upload_not_found` */
export async function cancelVideoUpload(
  platform: Platform,
  incoming: IncomingVideos,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await requireVideoUpload(platform, viewer, id);
  await deleteVideoUpload(platform.db, id);
  await incoming.remove(id);
}
