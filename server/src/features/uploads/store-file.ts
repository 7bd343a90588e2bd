import { join } from 'node:path';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { FileForm } from '#server/platform/files/upload-forms.ts';
import { requireUploadForm } from '#server/platform/files/upload-uses.ts';
import type { ReadableFile } from '#server/platform/files/video-length.ts';
import { newId } from '#server/platform/ids.ts';
import { requireFileKind } from './file-kinds.ts';
import { openReceivedFile, type ReceivedFile, receiveFile } from './receive-file.ts';
import { recordUpload } from './record-upload.ts';
import { cleanFileName } from './sending/file-names.ts';
import {
  type StoragePlatform,
  type StorageReservation,
  withReservedStorage,
} from './storage/reserve-storage.ts';
import type { FilePurpose } from './uploads.policy.ts';
import type { FullUploadRow } from './uploads.queries.ts';

/** Returns the size of the largest file that a form accepts, in bytes. */
export const largestOf = ({ max_bytes }: FileForm): number => Math.max(...Object.values(max_bytes));

/**
 * Stores a document, video or recording: received on disk, checked, stored unchanged, and finally its row. If anything fails, no
 * row is written.
 * @param input `content_length` is the length that the request states, null or missing if unknown
 * @throws AppError `file_too_large`, `unsupported_file_type`, `file_malicious`, `video_too_long`, `file_unreadable`,
 * `upload_quota_reached`, `chat_storage_full`, `space_storage_full`, `unavailable`
 */
export async function storeFile(
  platform: StoragePlatform,
  input: {
    user_id: string;
    /** Null for chat. */
    space_id: string | null;
    purpose: FilePurpose;
    file_name: string;
    body: unknown;
    content_length?: number | null;
  },
): Promise<FullUploadRow> {
  const form = requireUploadForm(platform.uploadUses, input.purpose, 'file');
  const { user_id, space_id, purpose, content_length } = input;
  const reserved = { user_id, space_id, purpose, bytes: content_length ?? null };
  return await withReservedStorage(platform, reserved, async (reservation) => {
    const folder = join(platform.config.dataDir, 'incoming');
    const file = await receiveFile(input.body, folder, largestOf(form), reservation.require).catch(
      (cause) => {
        if (cause instanceof AppError && cause.code === 'image_corrupt') {
          throw new AppError('file_unreadable', null, { cause });
        }
        throw cause;
      },
    );
    try {
      const file_name = cleanFileName(input.file_name);
      const mime_type = await requireFileKind(file, file_name, form.max_bytes);
      return await saveFile(platform, { ...input, file_name, mime_type }, file, reservation);
    } finally {
      await file.close();
    }
  });
}

interface CheckedFile {
  user_id: string;
  space_id: string | null;
  purpose: FilePurpose;
  file_name: string;
  mime_type: string;
}

/**
 * Stores a file that was received in parts, which remains where it is. Only the storage of its space is limited, not its
 * user's. Returns its row and what `check` returned, which reads the type from the content and throws if it isn't accepted.
 * @throws AppError `space_storage_full`, `unavailable`, what `check` throws
 */
export async function storeReceivedFile<Checked extends { mime_type: string }>(
  platform: StoragePlatform,
  input: Omit<CheckedFile, 'mime_type'> & { path: string; unfinished_id?: string | null },
  check: (file: ReadableFile) => Promise<Checked>,
): Promise<{ upload: FullUploadRow; checked: Checked }> {
  const { path, unfinished_id = null, ...details } = input;
  const { user_id, space_id, purpose } = details;
  const file = await openReceivedFile(path);
  try {
    const checked = await check(file);
    const file_name = cleanFileName(input.file_name);
    const reserved = { user_id, space_id, purpose, bytes: file.size, has_user_limit: false, unfinished_id };
    const upload = await withReservedStorage(platform, reserved, (reservation) =>
      saveFile(platform, { ...details, file_name, mime_type: checked.mime_type }, file, reservation),
    );
    return { upload, checked };
  } finally {
    await file.close();
  }
}

async function saveFile(
  { db, files, log }: StoragePlatform,
  input: CheckedFile,
  file: ReceivedFile,
  reservation: StorageReservation,
): Promise<FullUploadRow> {
  const { user_id, space_id, purpose, file_name, mime_type } = input;
  const id = newId();
  const key = `uploads/${id}/original`;
  const row: FullUploadRow = {
    user_id,
    space_id,
    purpose,
    id,
    file_name,
    mime_type,
    byte_size: file.size,
    width: 0,
    height: 0,
    color: '',
    variants: [],
    created_at: nowIso(),
    attached_at: null,
    storage_key: key,
  };
  await files.put(key, { size: file.size, stream: file.stream() }, mime_type);
  try {
    await recordUpload(db, row, reservation);
  } catch (error) {
    await files.delete(key).catch(() => log.error({ upload: id }, 'a stored object could not be deleted'));
    throw error;
  }
  return row;
}
