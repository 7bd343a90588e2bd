import type { Picture } from '#contract/uploads.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Feature } from '#server/platform/feature.ts';
import { type UploadRow, updateUploadsAttached } from './uploads.queries.ts';

export async function attachUploads(
  tx: Tx,
  input: { user_id: string; space_id: string | null; purpose: string; upload_ids: string[]; at: string },
): Promise<UploadRow[]> {
  if (input.upload_ids.length === 0) return [];
  const rows = new Map((await updateUploadsAttached(tx, input)).map((row) => [row.id, row]));
  return input.upload_ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw new AppError('upload_not_found');
    return row;
  });
}

export function toPicture(row: UploadRow): Picture {
  const sizes = row.variants.map(({ width }) => ({ width, url: `/files/${row.id}/${width}.webp` }));
  return {
    id: row.id,
    kind: 'image',
    file_name: row.file_name,
    width: row.width,
    height: row.height,
    color: row.color,
    url: sizes.at(-1)?.url ?? '',
    sizes,
  };
}

export const uploads: Feature = { name: 'uploads' };
