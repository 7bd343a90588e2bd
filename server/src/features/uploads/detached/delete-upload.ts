import type { Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { canDeleteUpload } from '../uploads.policy.ts';
import { deleteUnusedUpload, findUploadForUpdate, isInDraftConflict } from '../uploads.queries.ts';

/**
 * Deletes the viewer's upload that nothing contains yet. Returns false if it is kept, because a conflicting version of a
 * draft contains it. The row is deleted before its objects: the nightly job finds objects without a row.
 * @throws AppError `upload_not_found` also for uploads of others and attached ones
 */
export async function deleteUpload(
  { db, files, log }: Pick<Platform, 'db' | 'files' | 'log'>,
  viewer: Viewer,
  uploadId: string,
): Promise<boolean> {
  const deleted = await db.transaction().execute(async (tx) => {
    const upload = await findUploadForUpdate(tx, uploadId);
    if (!upload || !canDeleteUpload(viewer, upload)) throw new AppError('upload_not_found');
    if (await isInDraftConflict(tx, uploadId)) return null;
    await deleteUnusedUpload(tx, uploadId);
    return upload;
  });
  if (!deleted) return false;
  const keys = [
    ...deleted.variants.map(({ key }) => key),
    ...(deleted.storage_key ? [deleted.storage_key] : []),
  ];
  try {
    for (const key of keys) await files.delete(key);
  } catch (error) {
    log.warn({ err: error, upload: uploadId }, "objects of a deleted upload couldn't be deleted yet");
  }
  return true;
}
