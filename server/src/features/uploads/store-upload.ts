import { join } from 'node:path';
import { requireAccess, type Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { cleanFileName } from './file-names.ts';
import { preparePicture } from './prepare-picture.ts';
import { receiveFile } from './receive-file.ts';
import { accessToUpload, type FilePurpose, maxPictureBytes, type UploadPurpose } from './uploads.policy.ts';
import { type FullUploadRow, insertUpload, type UploadVariant } from './uploads.queries.ts';

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

/**
 * Takes in a picture: to disk, checked, re-encoded, stored, and last its row. Whatever fails leaves no row, and no
 * object unless the process itself ends between the two.
 * @param body the request's stream.
 * @throws AppError `file_too_large`, `file_type_refused`, `picture_too_large`, `picture_unreadable`, `unavailable`
 */
export async function storeUpload(
  platform: Pick<Platform, 'db' | 'files' | 'log' | 'config'>,
  input: {
    user_id: string;
    space_id: string | null;
    purpose: UploadPurpose;
    file_name: string;
    body: unknown;
  },
): Promise<FullUploadRow> {
  const { db, files, log, config } = platform;
  const { body, ...fields } = input;
  const file = await receiveFile(body, join(config.dataDir, 'incoming'), maxPictureBytes);
  const picture = await preparePicture(file.read, input.purpose).finally(file.close);

  const id = newId();
  const largest = picture.variants.at(-1);
  const variants: UploadVariant[] = picture.variants.map(({ width, height, body: { length } }) => ({
    width,
    height,
    key: `uploads/${id}/${width}.webp`,
    byte_size: length,
  }));
  const row: FullUploadRow = {
    ...fields,
    id,
    file_name: cleanFileName(input.file_name),
    mime_type: picture.mime_type,
    byte_size: file.size,
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
    await insertUpload(db, row);
  } catch (error) {
    const removed = await Promise.allSettled(variants.map(({ key }) => files.delete(key)));
    if (removed.some(({ status }) => status === 'rejected'))
      log.error({ upload: id }, 'objects were left behind');
    throw error;
  }
  return row;
}
