import type { ImageFile, StoredFile } from '#contract/features/uploads/uploads.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listMyUnusedUploads } from './uploads.queries.ts';
import { toImage, toStoredFile } from './uploads.view.ts';

/** Returns a user's unattached uploads by id, as a draft shows them. Ids that don't exist anymore are missing. */
export async function loadAttachments(
  db: Db,
  userId: string,
  uploadIds: string[],
): Promise<{ images: Map<string, ImageFile>; files: Map<string, StoredFile> }> {
  const rows = await listMyUnusedUploads(db, userId, uploadIds);
  return {
    images: new Map(rows.filter((row) => !row.storage_key).map((row) => [row.id, toImage(row)])),
    files: new Map(rows.filter((row) => row.storage_key).map((row) => [row.id, toStoredFile(row)])),
  };
}
