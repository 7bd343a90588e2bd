import { join } from 'node:path';
import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import { requireAccess, type Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { findUploadUse, requireUploadForm } from '#server/platform/files/upload-uses.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type PreparedImage, prepareImage } from './prepare-image.ts';
import { receiveFile } from './receive-file.ts';
import { recordUpload } from './record-upload.ts';
import { cleanFileName } from './sending/file-names.ts';
import {
  type StoragePlatform,
  type StorageReservation,
  withReservedStorage,
} from './storage/reserve-storage.ts';
import type { FilePurpose, UploadPurpose } from './uploads.policy.ts';
import type { FullUploadRow, UploadVariant } from './uploads.queries.ts';

/** Returns who can upload for a purpose, as the feature that uses it declares. */
const uploadAccessOf = ({ uploadUses }: Pick<Platform, 'uploadUses'>, purpose: string) =>
  findUploadUse(uploadUses, purpose)?.uploadAccess ?? 'server';

/**
 * Returns the space that the upload is for; null for an upload that belongs to none. Throws an AppError if the viewer can't upload for it.
 */
export async function requireUploadSpace(
  platform: Platform,
  viewer: Viewer,
  input: { purpose: UploadPurpose | FilePurpose; space_id?: string | undefined },
): Promise<string | null> {
  const access = uploadAccessOf(platform, input.purpose);
  if (access === 'server') throw new Error(`Only the server stores uploads for ${input.purpose}`);
  if (access === 'signed-in') return null;
  if (!input.space_id) {
    // Not translated: only a program can leave it out.
    const message = 'space_id is required for this purpose.';
    throw new AppError('invalid_input', { issues: [{ path: 'space_id', message }] }, { message });
  }
  const locator = platform.locators.get('space_id');
  if (!locator) throw new Error('No locator for space_id is registered');
  const scope = await locator.locate(platform.db, viewer, input.space_id);
  return requireAccess(access, scope, viewer, notFoundCodes.space_id).space_id;
}

interface ImageOwner {
  user_id: string;
  space_id: string | null;
  purpose: UploadPurpose;
  file_name: string;
}

/** An image to store: the body stream of a request, or the sizes of an image of our own, which aren't checked again. */
type ImageInput = ImageOwner &
  (
    | {
        body: unknown;
        /** The length that the request states, null or missing if unknown. */
        content_length?: number | null;
        prepared?: undefined;
      }
    | { prepared: PreparedImage }
  );

const sizeOf = ({ variants }: PreparedImage): number =>
  variants.reduce((sum, { body }) => sum + body.length, 0);

/**
 * Stores an image: received on disk, checked, re-encoded, stored, and finally its row. If anything fails, no row is
 * written, and no object stays unless the process itself ends in between.
 * @throws AppError `file_too_large`, `unsupported_file_type`, `image_too_large`, `image_corrupt`,
 * `upload_quota_reached`, `chat_storage_full`, `space_storage_full`, `rate_limited`, `unavailable`
 */
export async function storeUpload(platform: StoragePlatform, input: ImageInput): Promise<FullUploadRow> {
  const { user_id, space_id, purpose } = input;
  const form = requireUploadForm(platform.uploadUses, purpose, 'image');
  // A copy that the server makes is not what its author uploads.
  const has_user_limit = uploadAccessOf(platform, purpose) !== 'server';
  const bytes = input.prepared ? sizeOf(input.prepared) : (input.content_length ?? null);
  const reserved = { user_id, space_id, purpose, bytes, has_user_limit };
  return await withReservedStorage(platform, reserved, async (reservation) => {
    if (input.prepared) {
      const size = input.prepared.variants.at(-1)?.body.length ?? 0;
      return await saveImage(platform, input, size, input.prepared, reservation);
    }
    const folder = join(platform.config.dataDir, 'incoming');
    const file = await receiveFile(input.body, folder, form.max_bytes, reservation.require);
    const image = await prepareImage(input.user_id, file.read, form).finally(file.close);
    // Our encoding may take more room than what was sent.
    await reservation.require(sizeOf(image));
    return await saveImage(platform, input, file.size, image, reservation);
  });
}

async function saveImage(
  { db, files, log }: StoragePlatform,
  input: ImageOwner,
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
      log.error({ upload: id }, 'stored objects could not be deleted');
    throw error;
  }
  return row;
}
