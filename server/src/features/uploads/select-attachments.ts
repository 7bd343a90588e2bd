import type { Picture, StoredFile } from '#contract/uploads.ts';
import type { Db } from '#server/platform/db/database.ts';
import { selectOwnUnused } from './uploads.queries.ts';
import { toPicture, toStoredFile } from './uploads.view.ts';

/** Uploads of a person that nothing uses yet, by id, as a draft shows them; what is gone is missing. */
export async function selectAttachments(
  db: Db,
  userId: string,
  uploadIds: string[],
): Promise<{ pictures: Map<string, Picture>; files: Map<string, StoredFile> }> {
  const rows = await selectOwnUnused(db, userId, uploadIds);
  return {
    pictures: new Map(rows.filter((row) => !row.storage_key).map((row) => [row.id, toPicture(row)])),
    files: new Map(rows.filter((row) => row.storage_key).map((row) => [row.id, toStoredFile(row)])),
  };
}
