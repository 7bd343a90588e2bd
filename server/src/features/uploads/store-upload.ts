import { join } from 'node:path';
import { requireAccess, type Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { cleanFileName } from './file-names.ts';
import { type PreparedImage, prepareImage } from './prepare-image.ts';
import { receiveFile } from './receive-file.ts';
import { recordUpload } from './record-upload.ts';
import { type StoragePlatform, type StorageReservation, withReservedStorage } from './reserve-storage.ts';
import {
  type FilePurpose,
  maxImageBytes,
  requiredUploadAccess,
  type UploadPurpose,
} from './uploads.policy.ts';
import type { FullUploadRow, UploadVariant } from './uploads.queries.ts';

/** @returns the space that the upload is for, null for an avatar. Throws AppError when it is not the viewer's to fill. */
export async function requireUploadSpace(
  platform: Platform,
  viewer: Viewer,
  input: { purpose: UploadPurpose | FilePurpose; space_id?: string | undefined },
): Promise<string | null> {
  const access = requiredUploadAccess(input.purpose);
  if (!access) return null;
  if (!input.space_id) {
    const message = 'Name the space that the picture is for.';
    throw new AppError('invalid_input', { issues: [{ path: 'space_id', message }] }, { message });
  }
  const locator = platform.locators.get('space_id');
  if (!locator) throw new Error('No feature locates spaces');
  const scope = await locator.locate(platform.db, viewer, input.space_id);
  return requireAccess(access, scope, viewer, locator.notFound).space_id;
}

/** A picture to take in. `content_length` is what the request says of its body, null or left out when that is unknown. */
interface SentImage {
  user_id: string;
  space_id: string | null;
  purpose: UploadPurpose;
  file_name: string;
  /** The request's stream. */
  body: unknown;
  content_length?: number | null;
}

/**
 * Takes in a picture: to disk, checked, re-encoded, stored, and last its row. Whatever fails leaves no row, and no
 * object unless the process itself ends between the two.
 * @throws AppError `file_too_large`, `unsupported_file_type`, `image_too_large`, `image_corrupt`,
 * `upload_quota_reached`, `space_storage_full`, `rate_limited`, `unavailable`
 */
export async function storeUpload(platform: StoragePlatform, input: SentImage): Promise<FullUploadRow> {
  const reserved = { user_id: input.user_id, space_id: input.space_id, bytes: input.content_length ?? null };
  return await withReservedStorage(platform, reserved, async (reservation) => {
    const folder = join(platform.config.dataDir, 'incoming');
    const file = await receiveFile(input.body, folder, maxImageBytes, reservation.require);
    const image = await prepareImage(input.user_id, file.read, input.purpose).finally(file.close);
    // Our encoding may take more room than what was sent.
    await reservation.require(image.variants.reduce((sum, { body }) => sum + body.length, 0));
    return await keepImage(platform, input, file.size, image, reservation);
  });
}

async function keepImage(
  { db, files, log }: StoragePlatform,
  input: SentImage,
  byteSize: number,
  image: PreparedImage,
  reservation: StorageReservation,
): Promise<FullUploadRow> {
  const { user_id, space_id, purpose } = input;
  const id = newId();
  const largest = image.variants.at(-1);
  const variants: UploadVariant[] = image.variants.map(({ width, height, body: { length } }) => ({
    width,
    height,
    key: `uploads/${id}/${width}.webp`,
    byte_size: length,
  }));
  const row: FullUploadRow = {
    user_id,
    space_id,
    purpose,
    id,
    file_name: cleanFileName(input.file_name),
    mime_type: image.mime_type,
    byte_size: byteSize,
    width: largest?.width ?? 0,
    height: largest?.height ?? 0,
    color: image.color,
    variants,
    created_at: nowIso(),
    attached_at: null,
    storage_key: null,
  };
  try {
    for (const [index, { key }] of variants.entries()) {
      const encoded = image.variants[index]?.body;
      if (encoded) await files.put(key, encoded, 'image/webp');
    }
    await recordUpload(db, row, reservation);
  } catch (error) {
    const removed = await Promise.allSettled(variants.map(({ key }) => files.delete(key)));
    if (removed.some(({ status }) => status === 'rejected'))
      log.error({ upload: id }, 'objects were left behind');
    throw error;
  }
  return row;
}
