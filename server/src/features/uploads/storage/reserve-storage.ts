import { nowIso, nowMs } from '#server/platform/clock.ts';
import { requireDiskSpace } from '#server/platform/files/disk-space.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { FilePurpose, UploadPurpose } from '../uploads.policy.ts';
import { denialReasonForStorage } from './storage.policy.ts';
import {
  deleteReservation,
  lockStorageUsage,
  sumReservations,
  sumUnfinished,
  upsertReservation,
} from './storage.queries.ts';

/** What reserving storage needs from the platform. */
export type StoragePlatform = Pick<Platform, 'db' | 'files' | 'log' | 'config' | 'uploadUses'>;

/** Storage reserved for one upload, from before its body is read until its row is inserted. */
export interface StorageReservation {
  id: string;
  /**
   * Makes the reservation at least this large.
   * @throws AppError `upload_quota_reached`, `chat_storage_full`, `space_storage_full`, `unavailable` if it doesn't fit
   */
  require(bytes: number): Promise<void>;
}

/** Bytes reserved at a time for a body of unknown length. */
export const reservationStep = 4 * 1024 * 1024;
/** Milliseconds until a reservation expires: longer than a request can take. */
export const reservationLifetime = 15 * 60 * 1000;

/**
 * Runs `work` with room reserved for an upload of `bytes`, or of unknown length (null). Concurrent uploads
 * count towards each other's limits: reserving locks the counters of the user and the space. When `work` ends, the room
 * that it didn't use is released, or after `reservationLifetime` if the process ends first. Without `has_user_limit`, the limit on
 * the user's unattached files doesn't apply. Videos that are being uploaded count for the space, and for other videos: on the disk, and
 * of their user, of whom the largest one always fits; not the one that is being stored, `unfinished_id`.
 * @throws AppError as `StorageReservation.require`, before `work` begins.
 */
export async function withReservedStorage<T>(
  { db, files, log, config }: StoragePlatform,
  upload: {
    user_id: string;
    space_id: string | null;
    purpose: UploadPurpose | FilePurpose;
    bytes: number | null;
    has_user_limit?: boolean;
    unfinished_id?: string | null;
  },
  work: (reservation: StorageReservation) => Promise<T>,
): Promise<T> {
  const id = newId();
  const { user_id, space_id, has_user_limit = true, unfinished_id = null } = upload;
  const isVideo = upload.purpose === 'course_video';
  const userLimit = isVideo
    ? Math.max(config.unusedUploadsLimit, config.videoSizeLimit)
    : config.unusedUploadsLimit;
  const limits = {
    person: has_user_limit ? userLimit : null,
    chat: config.chatStorageLimit,
    space: config.spaceStorageLimit,
  };
  const isForChat = upload.purpose.startsWith('chat_');
  let reserved = 0;

  const reserve = async (bytes: number): Promise<void> => {
    const free = await files.freeBytes();
    await db.transaction().execute(async (tx) => {
      const stored = await lockStorageUsage(tx, { user_id, space_id });
      const others = await sumReservations(tx, { id, user_id, space_id, now: nowIso() });
      const unfinished = await sumUnfinished(tx, { user_id, space_id, except_id: unfinished_id });
      const used = {
        person: stored.person + others.person + (isVideo ? unfinished.person : 0),
        chat: isForChat ? stored.chat + others.chat : null,
        space: stored.space === null ? null : stored.space + others.space + unfinished.space,
      };
      const denial = denialReasonForStorage(used, bytes, limits);
      if (denial) throw denial;
      requireDiskSpace(free, others.all + (isVideo ? unfinished.all : 0), bytes, config.freeDiskFloor);
      const expires_at = new Date(nowMs() + reservationLifetime).toISOString();
      await upsertReservation(tx, { id, user_id, space_id, is_for_chat: isForChat, bytes, expires_at });
    });
    reserved = bytes;
  };

  await reserve(upload.bytes ?? reservationStep);
  try {
    return await work({
      id,
      async require(bytes) {
        if (bytes > reserved) await reserve(Math.max(bytes, reserved + reservationStep));
      },
    });
  } finally {
    await deleteReservation(db, id).catch((error: unknown) =>
      log.warn({ err: error, reservation: id }, 'storage reservation could not be released and will expire'),
    );
  }
}
