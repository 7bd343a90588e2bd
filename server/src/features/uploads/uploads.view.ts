import type { Attachment, ImageFile, StoredAudio, StoredFile } from '#contract/features/uploads/uploads.ts';
import type { AttachedRow, FileRow, UploadRow } from './uploads.queries.ts';

/** Name in the URL of a file that is stored as uploaded. */
export const originalName = 'original';

/** Returns the path of a stored width of an image, without the server's address. */
export function imageUrl(uploadId: string, width: number): string {
  return `/files/${uploadId}/${width}.webp`;
}

/** Maps a row to an image of the contract. */
export function toImage(row: UploadRow): ImageFile {
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

/** Returns the path of a file that is stored as uploaded. */
export function originalUrl(uploadId: string): string {
  return `/files/${uploadId}/${originalName}`;
}

/** Maps a row to a document or video of the contract. */
export function toStoredFile({ id, file_name, mime_type, byte_size }: FileRow): StoredFile {
  const kind = mime_type.startsWith('video/') ? 'video' : 'document';
  return { id, kind, file_name, mime_type, byte_size, url: originalUrl(id) };
}

/** Maps a row to the recording of a voice message. */
export function toStoredAudio({ id, file_name, mime_type, byte_size }: FileRow): StoredAudio {
  return { id, kind: 'audio', file_name, mime_type, byte_size, url: originalUrl(id) };
}

/** Maps a row to any attachment of the contract. */
export function toAttachment(row: AttachedRow): Attachment {
  return row.storage_key === null ? toImage(row) : toStoredFile(row);
}

/** Divides attachments into images and other files, each in their order. */
export function splitAttachments(rows: readonly AttachedRow[] | null): {
  images: ImageFile[];
  files: StoredFile[];
} {
  const attached = rows ?? [];
  return {
    images: attached.filter((row) => row.storage_key === null).map(toImage),
    files: attached.filter((row) => row.storage_key !== null).map(toStoredFile),
  };
}
