import type { Db } from '#server/platform/db/database.ts';

export interface UploadRow {
  id: string;
  file_name: string;
  width: number;
  height: number;
  color: string;
  variants: { width: number; height: number }[];
}

/** Takes the person's own unused uploads of one purpose into use; those that are not so are missing in the answer. */
export async function updateUploadsAttached(
  db: Db,
  input: { user_id: string; space_id: string | null; purpose: string; upload_ids: string[]; at: string },
): Promise<UploadRow[]> {
  const rows = await db
    .updateTable('uploads')
    .set({ attached_at: input.at })
    .where('id', 'in', input.upload_ids)
    .where('user_id', '=', input.user_id)
    .where('purpose', '=', input.purpose)
    .where('space_id', input.space_id === null ? 'is' : '=', input.space_id)
    .where('attached_at', 'is', null)
    .returning(['id', 'file_name', 'width', 'height', 'color', 'variants'])
    .execute();
  return rows as unknown as UploadRow[];
}
