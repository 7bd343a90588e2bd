import { join } from 'node:path';
import { maxFileBytes } from '#contract/limits.ts';
import { nowText } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireFileKind } from './file-kinds.ts';
import { cleanFileName } from './file-names.ts';
import { receiveFile } from './receive-file.ts';
import type { FilePurpose } from './uploads.policy.ts';
import { type FullUploadRow, insertUpload } from './uploads.queries.ts';

/**
 * Takes in a document or a video: to disk, checked, stored as it is, and last its row. Whatever fails leaves no row.
 * @throws AppError `file_too_large`, `file_type_refused`, `file_malicious`, `video_too_long`, `file_unreadable`
 */
export async function storeFile(
  platform: Pick<Platform, 'db' | 'files' | 'log' | 'config'>,
  input: { user_id: string; space_id: string; purpose: FilePurpose; file_name: string; body: unknown },
): Promise<FullUploadRow> {
  const { db, files, log, config } = platform;
  const { body, ...fields } = input;
  const file = await receiveFile(body, join(config.dataDir, 'incoming'), maxFileBytes.video).catch(
    (cause) => {
      if (cause instanceof AppError && cause.code === 'picture_unreadable') {
        throw new AppError('file_unreadable', null, { cause });
      }
      throw cause;
    },
  );
  try {
    const id = newId();
    const file_name = cleanFileName(input.file_name);
    const mimeType = await requireFileKind(file, file_name);
    if (input.purpose === 'space_intro_film' && !mimeType.startsWith('video/')) {
      throw new AppError('file_type_refused');
    }
    const key = `uploads/${id}/original`;
    const row: FullUploadRow = {
      ...fields,
      id,
      file_name,
      mime_type: mimeType,
      byte_size: file.size,
      width: 0,
      height: 0,
      color: '',
      variants: [],
      created_at: nowText(),
      attached_at: null,
      storage_key: key,
    };
    await files.put(key, { size: file.size, stream: file.stream() }, mimeType);
    try {
      await insertUpload(db, row);
    } catch (error) {
      await files.delete(key).catch(() => log.error({ upload: id }, 'an object was left behind'));
      throw error;
    }
    return row;
  } finally {
    await file.close();
  }
}
