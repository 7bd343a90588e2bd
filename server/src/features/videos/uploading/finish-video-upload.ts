import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireActiveMember } from '../../members/index.ts';
import { storeVideo } from '../store-video.ts';
import type { IncomingVideos } from './incoming-videos.ts';
import {
  claimVideoUpload,
  deleteVideoUpload,
  findVideoUpload,
  releaseVideoUpload,
  updateStoredVideo,
  type VideoUploadRow,
} from './video-uploads.queries.ts';

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
 * @throws AppError `membership_required`, `not_allowed`, `video_upload_not_found`, `video_incomplete` also while another request stores it, `file_not_a_video`,
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
  const { id, byte_size, user_id, space_id, file_name } = upload;
  const requireEditor = (tx: Tx) => requireActiveMember(tx, space_id, user_id, { access: 'space-editor' });
  // Asked again when the video is stored, because checking it can take a while.
  await db.transaction().execute(requireEditor);
  await incoming.interrupt(id);
  if ((await incoming.countReceived(id)) !== byte_size) throw new AppError('video_incomplete');
  if (!(await claimVideoUpload(db, id, nowIso()))) throw new AppError('video_incomplete');
  try {
    const video = { user_id, space_id, file_name, path: incoming.fileOf(id), ...input };
    const uploadId = await storeVideo(platform, video, {
      before: requireEditor,
      after: (tx, upload_id) => updateStoredVideo(tx, id, upload_id),
    });
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

/**
 * Cancels an upload of the viewer, also while the classroom is off. What is stored already remains.
 * @throws AppError `video_upload_not_found`
 */
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
