import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { attachableSince } from '#server/platform/files/attachable-since.ts';
import type { FilePurpose, UploadPurpose } from './uploads.policy.ts';
import { type AttachedRow, attachUploadRows } from './uploads.queries.ts';

/**
 * Marks uploads as attached, inside the transaction that uses them. Returns them in the given order.
 * @throws AppError `upload_not_found` when one isn't the user's, was uploaded for another space or purpose, is
 * already attached, is listed twice, or is more than a day old and not in a draft
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
): Promise<AttachedRow[]> {
  if (input.upload_ids.length === 0) return [];
  const found = await attachUploadRows(tx, {
    ...input,
    purposes: [input.purpose].flat(),
    uploaded_after: attachableSince(input.at),
  });
  const rows = new Map(found.map((row) => [row.id, row]));
  return input.upload_ids.map((id) => {
    const row = rows.get(id);
    rows.delete(id);
    if (!row) throw new AppError('upload_not_found');
    return row;
  });
}
