import type { Attachment, Picture, StoredFile } from '#contract/uploads.ts';
import type { AttachedRow, FileRow, UploadRow } from './uploads.queries.ts';

/** How a file that is kept as it came is named in its address. */
export const originalName = 'original';

/** Where a stored width of a picture is fetched from, without the server's own address. */
export function imageUrl(uploadId: string, width: number): string {
  return `/files/${uploadId}/${width}.webp`;
}

/** A row as screens show it. */
export function toImage(row: UploadRow): Picture {
  const sizes = row.variants.map(({ width }) => ({ width, url: imageUrl(row.id, width) }));
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

/** Where a file that is kept as it came is fetched from. */
export function originalUrl(uploadId: string): string {
  return `/files/${uploadId}/${originalName}`;
}

/** A document or video as screens show it. */
export function toStoredFile({ id, file_name, mime_type, byte_size }: FileRow): StoredFile {
  const kind = mime_type.startsWith('video/') ? 'video' : 'document';
  return { id, kind, file_name, mime_type, byte_size, url: originalUrl(id) };
}

/** Whatever a text carries as screens show it. */
export function toAttachment(row: AttachedRow): Attachment {
  return row.storage_key === null ? toImage(row) : toStoredFile(row);
}
