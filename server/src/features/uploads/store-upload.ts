import { join } from 'node:path';
import { requireAccess, type Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { cleanFileName } from './file-names.ts';
import { type PreparedPicture, preparePicture } from './prepare-picture.ts';
import { receiveFile } from './receive-file.ts';
import { recordUpload } from './record-upload.ts';
import { type StoragePlatform, type StorageReservation, withReservedStorage } from './reserve-storage.ts';
import { accessToUpload, type FilePurpose, maxPictureBytes, type UploadPurpose } from './uploads.policy.ts';
import type { FullUploadRow, UploadVariant } from './uploads.queries.ts';

/** @returns the space that the upload is for, null for an avatar. Throws AppError when it is not the viewer's to fill. */
export async function requireUploadSpace(
  platform: Platform,
  viewer: Viewer,
  input: { purpose: UploadPurpose | FilePurpose; space_id?: string | undefined },
): Promise<string | null> {
  const access = accessToUpload(input.purpose);
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
interface SentPicture {
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
 * @throws AppError `file_too_large`, `file_type_refused`, `picture_too_large`, `picture_unreadable`,
 * `upload_quota_reached`, `space_storage_full`, `unavailable`
 */
export async function storeUpload(platform: StoragePlatform, input: SentPicture): Promise<FullUploadRow> {
  const reserved = { user_id: input.user_id, space_id: input.space_id, bytes: input.content_length ?? null };
  return await withReservedStorage(platform, reserved, async (reservation) => {
    const folder = join(platform.config.dataDir, 'incoming');
    const file = await receiveFile(input.body, folder, maxPictureBytes, reservation.require);
    const picture = await preparePicture(file.read, input.purpose).finally(file.close);
    // Our encoding may take more room than what was sent.
    await reservation.require(picture.variants.reduce((sum, { body }) => sum + body.length, 0));
    return await keepPicture(platform, input, file.size, picture, reservation);
  });
}

async function keepPicture(
  { db, files, log }: StoragePlatform,
  input: SentPicture,
  byteSize: number,
  picture: PreparedPicture,
  reservation: StorageReservation,
): Promise<FullUploadRow> {
  const { user_id, space_id, purpose } = input;
  const id = newId();
  const largest = picture.variants.at(-1);
  const variants: UploadVariant[] = picture.variants.map(({ width, height, body: { length } }) => ({
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
    mime_type: picture.mime_type,
    byte_size: byteSize,
    width: largest?.width ?? 0,
    height: largest?.height ?? 0,
    color: picture.color,
    variants,
    created_at: nowText(),
    attached_at: null,
    storage_key: null,
  };
  try {
    for (const [index, { key }] of variants.entries()) {
      const encoded = picture.variants[index]?.body;
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
