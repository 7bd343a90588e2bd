import { rm } from 'node:fs/promises';
import { maxVideoDuration } from '#contract/values/limits.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { writeStreamable } from '#server/platform/files/streamable-video.ts';
import type { Platform } from '#server/platform/platform.ts';
import { attachUploads, storeReceivedFile } from '../uploads/index.ts';
import { requireVideo } from './check-video.ts';
import { insertVideo } from './videos.queries.ts';

interface StoringSteps {
  /** Checks whether the video may still be stored. */
  before?: (tx: Tx) => Promise<unknown>;
  after?: (tx: Tx, upload_id: string) => Promise<void>;
}

/** Returns the path of the copy that is stored if the index of a video has to be moved. */
export const streamablePath = (path: string): string => `${path}.streamable`;

/**
 * Checks and stores the video at a path, with its index before its data, and returns the id of its upload. `before` and `after` run in the transaction that
 * adds its row.
 * @throws AppError `file_not_a_video`, `unsupported_video_format`, `file_unreadable`, `upload_not_found` for the poster,
 * `space_storage_full`, `unavailable`
 */
export async function storeVideo(
  platform: Platform,
  video: {
    user_id: string;
    space_id: string;
    file_name: string;
    path: string;
    /** An upload for `video_poster`. */
    poster_upload_id: string | null;
    /** The upload whose bytes these are. */
    video_upload_id?: string;
  },
  { before, after }: StoringSteps = {},
): Promise<string> {
  const { user_id, space_id, file_name, path, poster_upload_id } = video;
  const unfinished_id = video.video_upload_id ?? null;
  const received = { user_id, space_id, purpose: 'course_video', file_name, unfinished_id } as const;
  const streamable = streamablePath(path);
  const isMoved = await writeStreamable(path, streamable);
  const { upload, checked } = await storeReceivedFile(
    platform,
    { ...received, path: isMoved ? streamable : path },
    requireVideo,
  ).finally(() => rm(streamable, { force: true }));
  const upload_id = upload.id;
  await platform.db.transaction().execute(async (tx) => {
    await before?.(tx);
    const created_at = nowIso();
    const upload_ids = poster_upload_id === null ? [] : [poster_upload_id];
    const poster = { user_id, space_id, purpose: 'video_poster', upload_ids, at: created_at } as const;
    await attachUploads(tx, poster);
    // A file can state any duration. One that no video has isn't known.
    const duration =
      checked.duration !== null && checked.duration <= maxVideoDuration ? checked.duration : null;
    await insertVideo(tx, { upload_id, space_id, duration, poster_upload_id, created_at });
    await after?.(tx, upload_id);
  });
  return upload_id;
}
