import { t } from '#contract/i18n/translate.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireActiveMember } from '../../members/index.ts';
import { withReservedStorage } from '../../uploads/index.ts';
import type { IncomingVideos } from './incoming-videos.ts';
import {
  countUnfinishedUploads,
  findSameUpload,
  insertVideoUpload,
  lockUploadsOf,
  type VideoUploadRow,
} from './video-uploads.queries.ts';

/** How many videos one user can upload at the same time, with those that are paused. */
const mostUnfinished = 10;

/**
 * Starts the upload of a video, or returns the unfinished one of the same file.
 * @throws AppError `membership_required`, `not_allowed`, `video_too_large` with `{max_bytes}`, `upload_quota_reached`, `space_storage_full`, `unavailable`
 */
export async function createVideoUpload(
  platform: Platform,
  incoming: IncomingVideos,
  viewer: Viewer,
  input: { space_id: string; file_name: string; byte_size: number; last_modified: number },
): Promise<Pick<VideoUploadRow, 'id' | 'file_name' | 'byte_size'>> {
  const { db, config } = platform;
  const { user_id } = viewer;
  const { space_id, file_name, byte_size, last_modified } = input;
  const max_bytes = config.videoSizeLimit;
  if (byte_size > max_bytes) {
    const max = Math.floor(max_bytes / (1024 * 1024));
    const message = t('Video file must be smaller than {max}MB', { max });
    throw new AppError('video_too_large', { max_bytes }, { message });
  }
  const requireEditor = (tx: Tx) => requireActiveMember(tx, space_id, user_id, { access: 'space-editor' });
  await db.transaction().execute(requireEditor);
  const file = { user_id, space_id, file_name, byte_size, last_modified };
  const room = { user_id, space_id, purpose: 'course_video', bytes: byte_size } as const;
  const unfinished_id = (await findSameUpload(db, file))?.id ?? null;
  // Refuses what can't be stored before anything is sent. From then on, the row of the upload counts.
  return await withReservedStorage(platform, { ...room, unfinished_id }, () =>
    db.transaction().execute(async (tx) => {
      await requireEditor(tx);
      await lockUploadsOf(tx, user_id);
      const same = await findSameUpload(tx, file);
      if (same) {
        if ((await incoming.countReceived(same.id)) === null) await incoming.create(same.id);
        return same;
      }
      if ((await countUnfinishedUploads(tx, user_id)) >= mostUnfinished)
        throw new AppError('upload_quota_reached', { limit_uploads: mostUnfinished });
      const id = newId();
      await insertVideoUpload(tx, { ...file, id, at: nowIso() });
      await incoming.create(id);
      return { id, file_name, byte_size };
    }),
  );
}
