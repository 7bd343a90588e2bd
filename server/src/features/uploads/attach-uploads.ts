import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { attachableSince, type FilePurpose, type UploadPurpose } from './uploads.policy.ts';
import { attachUploadRows, type UploadRow } from './uploads.queries.ts';

/**
 * Takes uploads into use, inside the transaction that uses them; answers them in the order given.
 * @throws AppError `upload_not_found` when one is not the person's own, was made for another space or purpose, is already in
 * use, is named twice, or was made more than a day ago and no draft has held it.
 */
export async function attachUploads(
  tx: Tx,
  input: {
    user_id: string;
    space_id: string | null;
    purpose: UploadPurpose | readonly (UploadPurpose | FilePurpose)[];
    upload_ids: string[];
    at: string;
  },
): Promise<UploadRow[]> {
  if (input.upload_ids.length === 0) return [];
  const found = await attachUploadRows(tx, {
    ...input,
    purposes: [input.purpose].flat(),
    made_after: attachableSince(input.at),
  });
  const rows = new Map(found.map((row) => [row.id, row]));
  return input.upload_ids.map((id) => {
    const row = rows.get(id);
    rows.delete(id);
    if (!row) throw new AppError('upload_not_found');
    return row;
  });
}
